-- The analyser's version whose findings a project's evidence shows. Facts are shared: they may have come to a new version through another project,
-- or before a kill, while what is made of them for this project (its marks, and the references that it follows) has not. Null: not known.
alter table projects add column evidence_version text;
