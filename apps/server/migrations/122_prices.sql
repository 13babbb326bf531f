-- What a company's workers pay: the VAT or why there is none, the commission by amount, and the share of the amount above
-- which no advance is offered.

-- True for steps of a commission: `[{"up_to": centavos or null, "commission": centavos}, ...]`. Amount and commission rise
-- with every step. The last one is open (null) or reaches the cap, so that every amount that can be asked for has one.
create function are_commission_steps(steps jsonb, cap_cents bigint) returns boolean
language sql immutable as $$
  select count(*) between 1 and 10 and coalesce(bool_and(
      coalesce(commission > commission_before, commission >= 0, false)
      and case when place < total then coalesce(up_to > coalesce(up_to_before, 0), false)
        else up_to is null or coalesce(up_to > coalesce(up_to_before, 0) and cap_cents <= up_to, false) end), false)
  from (
    select place, up_to, commission, count(*) over () as total,
      lag(up_to) over (order by place) as up_to_before, lag(commission) over (order by place) as commission_before
    from rows from (jsonb_to_recordset(steps) as (up_to bigint, commission bigint))
      with ordinality as step (up_to, commission, place)) as step
$$;

alter table company
  -- The general rate where a row names none.
  alter column tax_rate set default 0.16,
  add column tax_exempt_reason text constraint company_tax_exempt_reason_length
    check (length(btrim(tax_exempt_reason)) between 1 and 500),
  add constraint company_tax_or_reason check (tax_exempt_reason is null or tax_rate = 0),
  -- Null: `commission_cents` applies to every amount. Else it is that of the first step.
  add column commission_steps_cents jsonb,
  add constraint company_commission_steps_rise check (
    commission_steps_cents is null or are_commission_steps(commission_steps_cents, advance_cap_cents)),
  add constraint company_commission_of_first_step check (
    commission_steps_cents is null
    or coalesce(commission_cents = (commission_steps_cents -> 0 ->> 'commission')::bigint, false)),
  add column advance_cost_ceiling numeric(4, 3) not null default 0.3 constraint company_cost_ceiling_range
    check (advance_cost_ceiling > 0 and advance_cost_ceiling <= 1);

-- A VAT of 0 needs its reason. Companies that had 0 before keep it without one until somebody states it.
create function state_why_untaxed() returns trigger language plpgsql as $$
begin
  raise exception 'a company without VAT states why'
    using errcode = 'check_violation', table = 'company', constraint = 'company_tax_unexplained';
end $$;

create trigger company_new_untaxed before insert on company
  for each row when (new.tax_rate = 0 and new.tax_exempt_reason is null) execute function state_why_untaxed();
create trigger company_becomes_untaxed before update of tax_rate, tax_exempt_reason on company
  for each row when (
    new.tax_rate = 0 and new.tax_exempt_reason is null and (old.tax_rate > 0 or old.tax_exempt_reason is not null))
  execute function state_why_untaxed();
