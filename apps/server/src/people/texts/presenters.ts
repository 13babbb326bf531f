import type { Day } from '@quincena/domain/dates'
import type { Lender } from '@quincena/domain/lender/schema'
import type { PublicVersion, TextDraft, TextVersion } from '@quincena/domain/texts/schema'
import type { StoredDraft } from './queries/drafts.ts'
import type { ListedVersion, StoredVersion } from './queries/versions.ts'
import { nameHash, presentVersion } from './rules.ts'

/** A version that is or was in force, as everybody sees it. */
export function presentPublic(lender: Lender, row: StoredVersion, is_in_force: boolean): PublicVersion {
  const { version, effective_date, summary } = row
  return { version, effective_date, summary, sha256: presentVersion(lender, row).sha256, is_in_force }
}

/** Of the versions of one document, newest first: the state of each on a day. One of the same date replaces an earlier one. */
function stateOf(rows: readonly ListedVersion[], row: ListedVersion, today: Day): TextVersion['state'] {
  const ofSameDate = rows.find(({ effective_date }) => effective_date === row.effective_date)
  if (ofSameDate !== row) return 'replaced'
  if (row.effective_date > today) return 'waiting'
  const in_force = rows.find(({ effective_date }) => effective_date <= today)
  return in_force === row ? 'in_force' : 'replaced'
}

/** The versions of one document as admins see them, newest first. */
export function presentListed(lender: Lender, rows: readonly ListedVersion[], today: Day): TextVersion[] {
  return rows.map((row) => {
    const { id, version, effective_date, summary, content, source } = row
    return {
      ...{ id, version, effective_date, summary, title: content.title },
      sha256: nameHash(lender, row),
      state: stateOf(rows, row, today),
      created: { name: row.author, at: row.created_at },
      approved: { name: row.approver, at: row.approved_at },
      is_alone: source === 'one_admin' || source === 'command_line',
      is_shipped: source === 'shipped',
    }
  })
}

/** A draft as admins see it. */
export function presentDraft({ content, summary, version, editor, updated_at }: StoredDraft): TextDraft {
  return { content, summary, version, updated: { name: editor, at: updated_at } }
}
