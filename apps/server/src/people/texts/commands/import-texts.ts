import { businessDay } from '@quincena/domain/dates'
import { contentOfFile, type TextFile } from '@quincena/domain/texts/file'
import { AppError } from '../../../command/errors.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { hasLent } from '../../../platform/approvals/queries.ts'
import { type ImportedBrand, importBrand } from '../../../platform/brand/commands/import-brand.ts'
import { lockDraft, refuseAwaiting } from '../queries/drafts.ts'
import { findInForce } from '../queries/versions.ts'
import { hashText } from '../rules.ts'
import { refuseUnpublishable } from './publish-text.ts'
import { type TextDeps, writeDraft } from './save-draft.ts'
import { storeVersion } from './store-version.ts'

/** What became of a file: its text is in force already, it is the draft now, or a version. */
export type ImportOutcome = 'unchanged' | 'draft' | 'version'

interface Options {
  /** Makes versions at once, which only counts before the first payout. */
  publishes: boolean
  /** Overwrites drafts that are there. */
  replaces: boolean
}

/** Throws `text.draft_changed` (409) if the document has another draft that is not to be overwritten. */
async function refuseOtherDraft(trx: Trx, text: TextFile, { replaces }: Options) {
  const draft = await lockDraft(trx, text.document)
  if (draft === undefined) return
  await refuseAwaiting(trx, draft.id)
  if (!replaces && hashText(draft.content) !== hashText(contentOfFile(text)))
    throw new AppError('text.draft_changed', 409)
}

async function importText(
  deps: TextDeps,
  trx: Trx,
  { text, options }: { text: TextFile; options: Options },
): Promise<ImportOutcome> {
  const { document, version, effective_date, summary } = text
  const [content, today] = [contentOfFile(text), businessDay(deps.clock())]
  const in_force = await findInForce(trx, { document, day: today })
  if (in_force?.sha256 === hashText(content)) return 'unchanged'
  await refuseOtherDraft(trx, text, options)
  if (!options.publishes) {
    await writeDraft(deps, trx, { context: null, document, content, summary, version: undefined })
    return 'draft'
  }
  const publication = { document, version, effective_date, summary, content }
  await refuseUnpublishable(trx, publication, today)
  await storeVersion(deps, trx, { ...publication, context: null, by: { source: 'command_line' } })
  await trx.deleteFrom('text_draft').where('document', '=', document).execute()
  return 'version'
}

/** What a file of an import holds; its name is this with `.json`. */
export type ImportedName = TextFile['document'] | 'brand'

/** A refusal with the document whose file caused it. */
export class ImportFault extends Error {
  readonly document: ImportedName
  readonly refusal: AppError

  constructor(document: ImportedName, refusal: AppError) {
    super(refusal.detail)
    this.document = document
    this.refusal = refusal
  }
}

interface Folder {
  texts: readonly TextFile[]
  /** Undefined: the folder has none. */
  brand?: ImportedBrand | undefined
}

/**
 * Reads texts and the brand from files into drafts or, before the first payout, into versions: all of them or none. What is
 * in force already stays as it is. Throws `ImportFault` with what `writeDraft`, `refuseUnpublishable` and `importBrand`
 * throw, and `text.draft_changed` (409) for a draft that would be lost; `text.needs_two_people` (409).
 */
export function importTexts(
  deps: TextDeps & Pick<Deps, 'db'>,
  { texts, brand }: Folder,
  options: Options,
): Promise<{ document: ImportedName; outcome: ImportOutcome }[]> {
  return deps.db.transaction().execute(async (trx) => {
    if (options.publishes && (await hasLent(trx))) throw new AppError('text.needs_two_people', 409)
    const outcomes: { document: ImportedName; outcome: ImportOutcome }[] = []
    const read = async (document: ImportedName, work: Promise<ImportOutcome>) => {
      const outcome = await work.catch((error: unknown) => {
        throw error instanceof AppError ? new ImportFault(document, error) : error
      })
      outcomes.push({ document, outcome })
    }
    if (brand !== undefined) await read('brand', importBrand(deps, trx, { brand, options }))
    for (const text of texts) await read(text.document, importText(deps, trx, { text, options }))
    return outcomes
  })
}
