/** What the loans in force have to pay on a due date, in centavos, and when it was counted. */
interface DueDateSum {
  due_date: string
  amount_cents: number
  loans: number
  computed_at: string
}

/** The table of the migration `due_date_sum`, column by column. */
export interface DueDateTables {
  due_date_sum: DueDateSum
}
