import { createHash } from 'node:crypto'
import type { Lender } from '@quincena/domain/lender/schema'
import { isoOf } from '../../command/clock.ts'
import type { Deps } from '../../deps.ts'
import { isMissing } from '../../integrations/storage/storage.ts'
import type { PdfContent } from '../../pdf/job.ts'
import { type RenderCaller, renderPdf } from '../../pdf/render.ts'
import { paperBrandOf } from '../brand/queries/paper-brand.ts'

/** Raise it with each change of what statements and receipts look like: a test compares the bytes of each version. */
export const TEMPLATE_VERSION = 2

const daysKept = 7

const keyOf = (data_sha256: string) => `papers/${data_sha256}.pdf`

interface Paper {
  job: PdfContent
  /** Whose brand the pages show; `same` has it too. */
  lender: Lender
  /** What decides how the PDF reads: while it is equal, the kept PDF is given again. */
  same: unknown
}

function hashOf({ job, same }: Paper): string {
  const content = JSON.stringify([job.kind, TEMPLATE_VERSION, same])
  return createHash('sha256').update(content).digest('hex')
}

async function findKept({ storage, log }: Deps, data_sha256: string): Promise<Uint8Array | undefined> {
  try {
    return await storage.get(keyOf(data_sha256))
  } catch (err) {
    if (!isMissing(err)) log.warn({ err }, 'a kept PDF could not be read')
    return undefined
  }
}

/** The row comes first, so that a file without a row, which nothing would delete, cannot exist. */
async function keep(
  { db, storage, clock, log }: Deps,
  data_sha256: string,
  bytes: Uint8Array,
): Promise<void> {
  const rendered_at = isoOf(clock())
  try {
    await db
      .insertInto('kept_pdf')
      .values({ data_sha256, rendered_at })
      .onConflict((conflict) => conflict.column('data_sha256').doUpdateSet({ rendered_at }))
      .execute()
    await storage.put(keyOf(data_sha256), bytes, 'application/pdf')
  } catch (err) {
    log.warn({ err }, 'a PDF could not be kept')
  }
}

/**
 * Returns the PDF that was rendered from the same data in the last 7 days, or renders and keeps it. Without the file
 * storage every call renders. The caller has checked who may read the data. Throws what `renderPdf` throws.
 */
export async function renderKeptPdf(deps: Deps, paper: Paper, caller: RenderCaller): Promise<Uint8Array> {
  const data_sha256 = hashOf(paper)
  const kept = await findKept(deps, data_sha256)
  if (kept !== undefined) return kept
  const bytes = await renderPdf({ ...paper.job, brand: await paperBrandOf(deps, paper.lender) }, caller)
  await keep(deps, data_sha256, bytes)
  return bytes
}

/** Deletes PDFs that were rendered more than 7 days ago: their personal data do not outlive a forgotten person. */
export async function purgeKeptPdfs({ db, storage, clock }: Deps): Promise<void> {
  const before = isoOf(clock().subtract({ hours: daysKept * 24 }))
  const rows = await db
    .selectFrom('kept_pdf')
    .select('data_sha256')
    .where('rendered_at', '<', before)
    .execute()
  for (const { data_sha256 } of rows) {
    await storage.remove(keyOf(data_sha256))
    await db.deleteFrom('kept_pdf').where('data_sha256', '=', data_sha256).execute()
  }
}
