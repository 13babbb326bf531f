import { type AccessCase, at } from './access-case.ts'
import { shippedText } from './contract-texts.ts'

const content = {
  title: 'Preguntas frecuentes',
  sections: [{ heading: '¿Sí?', category: 'Pagos', paragraphs: [{ text: 'Sí.' }] }],
}
const draft = { ...content, summary: 'Se resume.' }

let labels = 0
/** A label that no version has yet. */
const nextLabel = () => {
  labels += 1
  return `9.${labels}`
}

/** Cases of the texts of the installation, which admins write and publish. */
export const textAccessCases: Record<string, AccessCase> = {
  'GET /texts': { url: at('/texts'), ok: 200 },
  'GET /texts/{document}': { url: at('/texts/terms'), ok: 200 },
  'GET /texts/{document}/versions/{version}': { url: at('/texts/terms/versions/2.0'), ok: 200 },
  'GET /texts/{document}/fields': { url: at('/texts/terms/fields'), ok: 200 },
  'PUT /texts/{document}/draft': { url: at('/texts/faq/draft'), payload: () => draft, ok: 200 },
  'DELETE /texts/{document}/draft': { url: at('/texts/faq/draft'), ok: 204 },
  'POST /texts/{document}/preview': { url: at('/texts/faq/preview'), payload: () => ({ content }), ok: 200 },
  'POST /texts/{document}/pdf': {
    ...{
      url: at('/texts/credit_contract/pdf'),
      payload: () => ({ content: shippedText('credit_contract') }),
    },
    ok: 200,
  },
  'POST /texts/{document}/publish': {
    // After a payout a second admin approves it.
    url: async ({ send, records }) => {
      await records.activeLoan()
      const sections = [{ heading: 'Quién', paragraphs: [{ text: '{lender}' }] }]
      await send('admin', 'PUT /texts/advance_terms/draft', {
        title: 'Anticipo',
        sections,
        summary: 'Se resume.',
      })
      return '/texts/advance_terms/publish'
    },
    payload: () => ({ version: nextLabel(), effective_date: '2030-01-01' }),
    ok: 202,
  },
}
