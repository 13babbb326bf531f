import type { LetterKind, VoidReason } from '@quincena/domain/letters/schema'
import type { Always, Filled, Json } from './column.ts'

interface Letter {
  id: Always<number>
  kind: LetterKind
  user_id: number
  /** The loan of a no-debt letter. */
  loan_id: number | null
  /** The calendar year of an interest certificate. */
  year: number | null
  payload: Json<object>
  payload_sha256: string
  created_at: string
  storage_key: string | null
  sha256: string | null
  sealed_at: string | null
  constancia_storage_key: string | null
  constancia_sha256: string | null
  constancia_issued_at: string | null
  constancia_policy: string | null
  constancia_serial: string | null
  constancia_issuer: string | null
  voided_at: string | null
  void_reason: VoidReason | null
}

interface ConstanciaFailure {
  /** SHA-256 of the sealed file, hex. */
  sha256: string
  reason: string
  attempts: Filled<number>
  first_failed_at: string
  failed_at: string
}

/** The tables of migrations/121_letters.sql and 123_file_verification.sql, column by column. */
export interface LetterTables {
  letter: Letter
  constancia_failure: ConstanciaFailure
}
