-- What is said of vulnerabilities beside advisories, kept with them: lists, filters and policies look at it.
alter table vulnerabilities
  -- 0 to 1; null is unknown, never 0.
  add column epss real,
  add column epss_percentile real,
  -- CISA's decision points; '' is unknown.
  add column ssvc_exploitation text not null default '',
  add column ssvc_automatable text not null default '',
  add column ssvc_impact text not null default '';

create function refresh_signals(ids bigint[]) returns void language sql as $$
  update vulnerabilities v set epss = t.epss, epss_percentile = t.percentile, ssvc_exploitation = t.exploitation,
    ssvc_automatable = t.automatable, ssvc_impact = t.impact
  from (select i.id, p.score as epss, p.percentile, lower(coalesce(d.exploitation, '')) as exploitation, lower(coalesce(d.automatable, '')) as automatable,
      lower(coalesce(d.technical_impact, '')) as impact
    from unnest(ids) as i(id)
    left join lateral (select p.score, p.percentile from vulnerability_names n join exploit_predictions p using (name_key)
      where n.vulnerability_id = i.id order by p.score desc limit 1) p on true
    left join lateral (select d.* from vulnerability_names n join decision_points d using (name_key)
      where n.vulnerability_id = i.id order by n.name_key limit 1) d on true) t
  where v.id = t.id and (v.epss, v.epss_percentile, v.ssvc_exploitation, v.ssvc_automatable, v.ssvc_impact)
    is distinct from (t.epss, t.percentile, t.exploitation, t.automatable, t.impact)
$$;
select refresh_signals(array(select n.vulnerability_id from vulnerability_names n
  where exists (select from exploit_predictions p where p.name_key = n.name_key) or exists (select from decision_points d where d.name_key = n.name_key)));
create index vulnerabilities_epss on vulnerabilities (epss) where epss is not null;
