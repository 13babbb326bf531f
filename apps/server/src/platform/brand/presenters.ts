import { colorsOf } from '@quincena/domain/brand/content'
import type { BrandDraft, BrandLogo, BrandVersion, ShownBrand } from '@quincena/domain/brand/schema'
import type { Day } from '@quincena/domain/dates'
import type { StoredBrandDraft } from './queries/drafts.ts'
import { inForceOn, type ListedBrand, type StoredBrand } from './queries/versions.ts'

/** The logo of a row that joins it; null without one. */
export function presentLogo(
  row: Pick<StoredBrand, 'logo_sha256' | 'media_type' | 'width' | 'height'>,
): BrandLogo | null {
  const { logo_sha256: sha256, media_type: type, width, height } = row
  return sha256 === null || type === null || width === null || height === null
    ? null
    : { sha256, type, width, height }
}

/** Of all versions, newest first: the state of each on a day. One of the same date replaces an earlier one. */
function stateOf(rows: readonly ListedBrand[], row: ListedBrand, today: Day): BrandVersion['state'] {
  const ofSameDate = rows.find(({ effective_date }) => effective_date === row.effective_date)
  if (ofSameDate !== row) return 'replaced'
  if (row.effective_date > today) return 'waiting'
  return inForceOn(rows, today) === row ? 'in_force' : 'replaced'
}

/** All versions as admins see them, newest first. */
export function presentVersions(rows: readonly ListedBrand[], today: Day): BrandVersion[] {
  return rows.map((row) => {
    const { id, version, effective_date, summary, sha256, content, source } = row
    return {
      ...{ id, version, effective_date, summary, sha256, content, logo: presentLogo(row) },
      state: stateOf(rows, row, today),
      created: { name: row.author, at: row.created_at },
      approved: { name: row.approver, at: row.approved_at },
      is_alone: source === 'one_admin' || source === 'command_line',
      is_shipped: source === 'shipped',
    }
  })
}

/** The draft as admins see it. */
export function presentBrandDraft(row: StoredBrandDraft): BrandDraft {
  const { content, summary, version, editor, updated_at } = row
  return { content, logo: presentLogo(row), summary, version, updated: { name: editor, at: updated_at } }
}

/** What every screen shows of a version. */
export function presentShown(row: StoredBrand): ShownBrand {
  const { trade_name, name, phone } = row.content
  const logo = presentLogo(row)
  return {
    id: row.sha256.slice(0, 16),
    ...{ trade_name, lender: name, phone, colors: colorsOf(row.content) },
    logo: logo && { sha256: logo.sha256, width: logo.width, height: logo.height },
  }
}
