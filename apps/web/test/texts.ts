import type { TextContent } from '@quincena/domain/texts/content'
import type { TextDetail, TextDraft, TextVersion } from '@quincena/domain/texts/schema'

const at = '2026-11-15T18:00:00Z'

/** A valid privacy notice of two sections; `given` replaces the text of its last paragraph. */
export const noticeOf = (given = 'Los conservamos diez años.'): TextContent => ({
  title: 'Aviso de privacidad',
  sections: [
    {
      heading: '1. Quién responde',
      paragraphs: [{ text: '{lender}, con domicilio en {address}, responde por tus datos.' }],
    },
    {
      heading: '2. Tus derechos',
      paragraphs: [{ text: 'Ejerces tus derechos ARCO en {email}.' }, { text: given }],
    },
  ],
})

/** A version in force since 15 November 2026 that two admins published; `given` overrides its fields. */
export const versionOf = (given: Partial<TextVersion> = {}): TextVersion => ({
  ...{ id: 2, version: '2.0', effective_date: '2026-11-15', summary: 'Plazo de conservación.' },
  ...{ sha256: 'c'.repeat(64), title: 'Aviso de privacidad', state: 'in_force' },
  ...{ created: { name: 'Adriana Villarreal', at }, approved: { name: 'Diego Ortiz', at } },
  ...{ is_alone: false, is_shipped: false },
  ...given,
})

export const textDraftOf = (given: Partial<TextDraft> = {}): TextDraft => ({
  ...{ content: noticeOf('Los conservamos cinco años.'), summary: 'Cinco años.', version: 3 },
  updated: { name: 'Adriana Villarreal', at },
  ...given,
})

/** The privacy notice with two versions and no draft. */
export const textDetailOf = (given: Partial<TextDetail> = {}): TextDetail => ({
  ...{ document: 'privacy', name: 'Aviso de privacidad', needs_consent: true, is_alone_allowed: false },
  ...{ in_force: versionOf(), next: null, approval: null },
  versions: [
    versionOf(),
    versionOf({
      ...{ id: 1, version: '1.0', effective_date: '2025-07-01', summary: '', state: 'replaced' },
      ...{ created: { name: null, at }, approved: { name: null, at }, is_shipped: true },
    }),
  ],
  ...{ content: noticeOf(), draft: null },
  ...given,
})

/** The answer of `GET /texts/privacy/fields`, shortened. */
export const textFieldsAnswer = {
  fields: [
    { name: 'lender', type: 'text', description: 'Nombre de la financiera', sample: 'Financiera Ejemplo' },
    { name: 'email', type: 'text', description: 'Correo de atención', sample: 'une@ejemplo.mx' },
  ],
  conditions: [],
  required: [],
  has_categories: false,
}
