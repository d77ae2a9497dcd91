-- A component of an SBOM may be known by a CPE alone. It keeps its own name and gets no invented package URL; the CPE of its version is compared with the
-- products of advisories.
alter table component_versions add column cpe text not null default '';
