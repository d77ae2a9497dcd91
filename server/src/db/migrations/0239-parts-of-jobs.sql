-- A job may work in steps in several of its parts, one after the other; a run that goes on must tell them apart.
alter table job_steps add column part text not null default '';
alter table job_steps drop constraint job_steps_pkey, add primary key (job_id, part, step);
