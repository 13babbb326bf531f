import { createHash, randomUUID } from 'node:crypto'
import type { LoanDocumentsAnswer } from '@quincena/domain/loan-imports/schema'
import type { CommandContext } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import { runUpload } from '../../../command/run-upload.ts'
import type { Deps } from '../../../deps.ts'
import { requireReadablePdf } from '../../../pdf/check-pdf.ts'
import { addLoanFile } from '../../../people/documents/commands.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { findLoansOfFiles, type LoanOfFile } from '../queries/loans-of-files.ts'
import type { UploadedPdf } from '../rules/read-documents.ts'

const NO_LOAN =
  'No hay un préstamo importado con este folio anterior: corrige el nombre del archivo o importa primero el préstamo'

/** Whether a file is a PDF that may be kept; else why not, in Spanish. */
async function problemOf(bytes: Uint8Array, place: { user_id: number; signal: AbortSignal }) {
  try {
    await requireReadablePdf(bytes, place)
    return null
  } catch (error) {
    if (error instanceof AppError && error.code.startsWith('document.')) return error.detail
    throw error
  }
}

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

interface NewFile {
  loan: LoanOfFile
  bytes: Uint8Array
  sha256: string
}

async function storeFile(deps: Deps, context: CommandContext, { loan, bytes, sha256 }: NewFile) {
  const storage_key = `documents/${loan.user_id}/${randomUUID()}.pdf`
  const file = { storage_key, media_type: 'application/pdf', bytes, fields: { loan: loan.id } }
  // Each file is its own command: the key of the request would let only the first one through.
  const { idempotency: _, ...own } = context
  await runUpload(deps, own, {
    ...file,
    work: async (trx) => {
      const filename = `Expediente ${loan.former_id}`
      const { user_id, id: loan_id } = loan
      const row = { kind: 'former_file' as const, user_id, loan_id, filename, storage_key, bytes }
      await addLoanFile(deps, trx, { ...row, uploaded_by: context.user.id })
      await writeAudit(deps, trx, {
        context,
        action: 'loan_document.imported',
        subject: ['loan', loan_id],
        after: { former_id: loan.former_id, sha256 },
      })
      return { loan_id }
    },
  })
}

/** Stores a file; false if another upload stored it meanwhile. */
async function storeOnce(deps: Deps, context: CommandContext, file: NewFile): Promise<boolean> {
  try {
    await storeFile(deps, context, file)
    return true
  } catch (error) {
    const isThere = error instanceof Error && 'constraint' in error
    if (isThere && error.constraint === 'document_former_file_once') return false
    throw error
  }
}

/**
 * Adds PDFs of the former system to imported loans by their names, which are the former ids. The same file of a loan
 * twice changes nothing. With `is_preview` it only checks them. Files with a problem are reported and left out.
 */
export async function storeDocuments(
  deps: Deps,
  context: CommandContext,
  { files, is_preview, signal }: { files: readonly UploadedPdf[]; is_preview: boolean; signal: AbortSignal },
): Promise<LoanDocumentsAnswer> {
  const answer: LoanDocumentsAnswer = { files_total: files.length, created: 0, unchanged: 0, problems: [] }
  const loans = await findLoansOfFiles(
    deps.db,
    files.map(({ former_id }) => former_id),
  )
  for (const { name, former_id, bytes } of files) {
    const loan = loans.get(former_id.toLowerCase())
    const sha256 = sha256Of(bytes)
    if (loan?.files.includes(sha256)) {
      answer.unchanged += 1
      continue
    }
    const problem =
      loan === undefined ? NO_LOAN : await problemOf(bytes, { user_id: context.user.id, signal })
    if (loan === undefined || problem !== null) {
      answer.problems.push({ file: name, message: problem ?? NO_LOAN })
      continue
    }
    const isNew = is_preview || (await storeOnce(deps, context, { loan, bytes, sha256 }))
    loan.files.push(sha256)
    answer[isNew ? 'created' : 'unchanged'] += 1
  }
  return answer
}
