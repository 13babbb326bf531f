import { sql } from 'kysely'

type LoanTable = 'l' | 'loan'

/** True if a loan ever had an STP order: it moved money, or may have, and is never deleted. */
export const wasOrdered = (loan: LoanTable) =>
  sql<boolean>`exists (select from transfer where transfer.loan_id = ${sql.ref(`${loan}.id`)})`

/** True if a document belongs to a loan. */
export const hasFile = (loan: LoanTable) =>
  sql<boolean>`exists (select from document where document.loan_id = ${sql.ref(`${loan}.id`)})`
