import type { ContactMeans } from '@quincena/domain/notes/schema'
import type { Always } from './column.ts'

interface Note {
  id: Always<number>
  loan_id: number | null
  user_id: number | null
  company_id: number | null
  transfer_id: number | null
  kind: 'note' | 'contact'
  text: string
  means: ContactMeans | null
  next_step: string | null
  next_step_on: string | null
  author_id: number
  created_at: string
}

interface LoanContact {
  loan_id: number
  note_id: number
  next_step_on: string | null
}

/** The tables of the migration `notes`, column by column. */
export interface NoteTables {
  note: Note
  loan_contact: LoanContact
}
