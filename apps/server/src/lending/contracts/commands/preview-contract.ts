import { sampleContract } from '@quincena/domain/contracts/samples'
import type { ContractTextName } from '@quincena/domain/texts/content'
import type { TextPdfBody } from '@quincena/domain/texts/schema'
import type { Deps } from '../../../deps.ts'
import { type RenderCaller, renderPdf } from '../../../pdf/render.ts'
import { getDraft } from '../../../people/texts/queries/drafts.ts'
import { refuseFaulty } from '../../../people/texts/rules.ts'
import { paperBrandOf } from '../../../platform/brand/queries/paper-brand.ts'
import { contentHash } from '../queries/draft.ts'

interface Preview {
  document: ContractTextName
  wish: TextPdfBody
  caller: RenderCaller
}

/**
 * Renders a text of contracts with the data of a sample; stores nothing. Throws `request.invalid` (422) for what is wrong with
 * the text, `text.draft_not_found` (404) if neither a text nor a draft is there, and what `renderPdf` throws.
 */
export async function previewContract(deps: Deps, { document, wish, caller }: Preview): Promise<Uint8Array> {
  const text = wish.content ?? (await getDraft(deps.db, document)).content
  refuseFaulty(document, text, wish.content === undefined ? '' : 'content.')
  const sample = sampleContract(document, wish.sample)
  const payload = wish.is_own ? { ...sample, lender: deps.brand.current().lender } : sample
  return renderPdf(
    {
      ...{ kind: 'contract_preview', data: { payload, payload_sha256: contentHash(payload), text } },
      brand: await paperBrandOf(deps, payload.lender),
    },
    caller,
  )
}
