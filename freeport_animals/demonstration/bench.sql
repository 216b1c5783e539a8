-- Many owners, animals and old licenses for script/bench; the parameters come from seed_bench.
-- `pick` takes the n-th element of an array, folded, so that no two neighbors look alike.
CREATE FUNCTION pg_temp.pick(a text[], n bigint) RETURNS text LANGUAGE sql IMMUTABLE
RETURN a[1 + ((n * 2654435761) %% array_length(a, 1))];

INSERT INTO registry_premises (street, unit, city, state, zip_code, in_city, zoning, safety_note, version, created_at)
SELECT (100 + n)::text || ' ' || pg_temp.pick(%(streets)s, n), '', 'Freeport', 'MN', '56331', true, 'residential', '', 1, now()
FROM generate_series(1, %(count)s) AS n;

INSERT INTO registry_person (kind, given_name, family_name, organization, other_names, email, mailing_street, mailing_city,
  mailing_state, mailing_zip, premises_id, safe_at_home, status, note, version, created_at)
SELECT 'person', pg_temp.pick(%(given)s, n * 7), pg_temp.pick(%(family)s, n * 13), '', '', '', '', '', '', '', n,
  false, 'here', '', 1, now() FROM generate_series(1, %(count)s) AS n;

INSERT INTO registry_phone (person_id, number, kind, in_use)
SELECT id, '320-' || lpad((id %% 1000)::text, 3, '0') || '-' || lpad((id / 7 %% 10000)::text, 4, '0'), 'mobile', true
FROM registry_person;

INSERT INTO registry_household (name, created_at) SELECT '', now() FROM generate_series(1, %(count)s);
INSERT INTO registry_householdmembership (household_id, person_id, period)
SELECT h.id, p.id, daterange('2020-01-01', NULL)
FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM registry_household) h
JOIN (SELECT id, row_number() OVER (ORDER BY id) AS n FROM registry_person) p USING (n);

INSERT INTO registry_animal (name, species, breed, color, sex, altered, born, born_precision, born_in_litter_here, marks,
  premises_id, officer_class, officer_class_reason, status, note, version, created_at)
SELECT pg_temp.pick(%(pets)s, p.id * 3), CASE WHEN p.id %% 3 = 0 THEN 'cat' ELSE 'dog' END, pg_temp.pick(%(breeds)s, p.id),
  'black and white', 'female', 'yes', date '2020-05-01', 'exact', false, '', p.premises_id, '', '', 'here', '', 1, now()
FROM registry_person p;

INSERT INTO registry_ownership (animal_id, person_id, role, "primary", period, end_reason)
SELECT a.id, p.id, 'owner', true, daterange('2020-06-01', NULL), ''
FROM registry_animal a JOIN registry_person p ON p.premises_id = a.premises_id;

INSERT INTO registry_vaccination (animal_id, disease, given, veterinarian_id, product, product_name, certificate_shown,
  certificate_number, recorded_at, void_reason)
SELECT a.id, d, CURRENT_DATE - 90, %(veterinarian)s, 'inactivated', '', true, '', now(), ''
FROM registry_animal a CROSS JOIN unnest(ARRAY['rabies', 'distemper']) AS d;

INSERT INTO licensing_license (number, code, animal_id, owner_id, issued_on, issued_by_id, issued_at, valid_from, valid_to,
  check_answer, term_answer, fee_answer, void_reason)
SELECT 'L-2020-' || lpad(o.id::text, 7, '0'), 'bench' || o.id, o.animal_id, o.person_id, date '2020-06-01', %(clerk)s, now(),
  date '2020-06-01', date '2020-12-31', '{}', '{}', '{}', '' FROM registry_ownership o;

INSERT INTO licensing_tag (series, number, license_id, state, reason, given_on, recorded_by_id)
SELECT 2020, id, id, 'worn', '', date '2020-06-01', %(clerk)s FROM licensing_license;
