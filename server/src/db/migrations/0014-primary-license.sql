-- What the project as a whole is under, as its last scan saw it: {expression, reasons}; null before the first scan.
alter table projects add column primary_license jsonb;
