-- The tables of layout 1 and what a small journal has in them, as it was written for PostgreSQL.
CREATE TABLE events (
    table_id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (table_id, seq)
);
CREATE TABLE heads (
    id TEXT NOT NULL,
    game TEXT NOT NULL,
    opened_at DOUBLE PRECISION NOT NULL,
    touched_at DOUBLE PRECISION NOT NULL,
    listed BOOLEAN NOT NULL,
    "over" BOOLEAN NOT NULL,
    seats JSON NOT NULL,
    PRIMARY KEY (id)
);
CREATE INDEX heads_by_time ON heads (touched_at);
CREATE TABLE layout (
    version SERIAL NOT NULL,
    PRIMARY KEY (version)
);
CREATE TABLE owners (
    table_id TEXT NOT NULL,
    server TEXT NOT NULL,
    PRIMARY KEY (table_id)
);
CREATE TABLE records (
    key TEXT NOT NULL,
    at DOUBLE PRECISION NOT NULL,
    length INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (key)
);
CREATE INDEX records_by_time ON records (at, key, length);
CREATE TABLE reports (
    id SERIAL NOT NULL,
    at DOUBLE PRECISION NOT NULL,
    table_id TEXT NOT NULL,
    seat INTEGER NOT NULL,
    sentence TEXT NOT NULL,
    record TEXT NOT NULL,
    PRIMARY KEY (id)
);
CREATE INDEX reports_by_table ON reports (table_id);
CREATE TABLE seatings (
    person TEXT NOT NULL,
    table_id TEXT NOT NULL,
    seat INTEGER NOT NULL,
    PRIMARY KEY (person, table_id, seat)
);
CREATE INDEX seatings_by_table ON seatings (table_id);
CREATE TABLE secrets (
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (name)
);
CREATE TABLE servers (
    id TEXT NOT NULL,
    address TEXT NOT NULL,
    expires DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (id)
);
CREATE TABLE tokens (
    hash TEXT NOT NULL,
    table_id TEXT NOT NULL,
    seat INTEGER NOT NULL,
    PRIMARY KEY (hash)
);
CREATE INDEX tokens_by_seat ON tokens (table_id, seat);
CREATE TABLE tries (
    person TEXT NOT NULL,
    day TEXT NOT NULL,
    solved BOOLEAN NOT NULL,
    PRIMARY KEY (person, day)
);
CREATE INDEX tries_by_day ON tries (day, solved);
INSERT INTO events VALUES('AAAAAAAAAAAA',1,'{"kind":"opened","at":1.5,"game":"nim","options":{"heaps":3,"largest":5},"plans":[{"machine":""},{"machine":"basic"}],"hints":true,"clock":[300.0,5.0],"sit_in":60.0,"listed":false,"start":"","lesson":false,"coach":false,"day":""}');
INSERT INTO events VALUES('AAAAAAAAAAAA',2,'{"kind":"seated","at":2.0,"seat":0,"person":"person","name":"Ana"}');
INSERT INTO events VALUES('AAAAAAAAAAAA',3,'{"kind":"moved","at":2.25,"seat":0,"moves":[[0,1]],"by":"person","act":"a1","clock":12.5}');
INSERT INTO heads VALUES('AAAAAAAAAAAA','nim',1.5,2.25,false,false,'[{"person": "person", "name": "Ana", "machine": ""}, {"person": "", "name": "", "machine": "basic"}]');
INSERT INTO layout VALUES(1);
INSERT INTO reports (at, table_id, seat, sentence, record) VALUES(3.5,'AAAAAAAAAAAA',0,'a report','game: nim');
INSERT INTO seatings VALUES('person','AAAAAAAAAAAA',0);
INSERT INTO tokens VALUES('hhhhhhhh','AAAAAAAAAAAA',1);
