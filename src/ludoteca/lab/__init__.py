"""The laboratory bench: tables of answers as data frames and as charts (the extra ``lab``)."""
