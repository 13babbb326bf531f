import { sql } from 'kysely'
import { waitsForDocuments } from '../../../lending/loans/queries/loan-filters.ts'

/** The offers of advances that wait for documents, of the workers in a table `touched (user_id)`: `(user_id, loans)`. */
export const offersOfTouched = sql`(
  select touched.user_id, (
    select count(*) from loan
    where loan.user_id = touched.user_id and loan.type = 'advance' and ${waitsForDocuments('loan')}) as loans
  from touched)`

/**
 * The number of offers of advances that nobody can sign before staff accept the worker's documents: the kept number, with
 * the workers whose loans or documents changed since then counted now.
 */
export const unreviewedOffers = sql<number>`(
  with touched as (select distinct part as user_id from dashboard_change where figure = 'offers')
  select (select coalesce(sum(loans), 0) from dashboard_figure where figure = 'unreviewed')
    + (select coalesce(sum(loans), 0) from ${offersOfTouched} as counted)
    - (select coalesce(sum(loans), 0) from unreviewed_offer where user_id in (select user_id from touched)))::bigint`
