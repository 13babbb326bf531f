import { fileVerification } from '@quincena/domain/issued-files/schema'
import { api } from '../lib/api.ts'

/** Asks whether the lender issued the file with this SHA-256 (hex). The file itself is not sent. */
export const verifyHash = (sha256: string) =>
  api.post(fileVerification, '/contract/verify', { body: { sha256 } })
