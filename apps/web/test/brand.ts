import type { BrandContent } from '@quincena/domain/brand/content'
import type { BrandDetail, BrandDraft, BrandVersion } from '@quincena/domain/brand/schema'

const at = '2026-11-15T18:00:00Z'

/** The brand of a lender with the product's name and colours; `given` overrides its fields. */
export const brandOf = (given: Partial<BrandContent> = {}): BrandContent => ({
  ...{ name: 'Financiera Ejemplo, SOFOM, E.N.R.', trade_name: 'Quincena', address: 'Reforma 1, Centro' },
  ...{ phone: '55 4000 1500', email: 'hola@ejemplo.mx', website: '', une_address: '', une_phone: '' },
  ...{ une_email: '', une_hours: '', representative: '', reca: '', reca_advance: '' },
  ...{ color_light: '#0B6E5F', color_dark: '#3FB8A3' },
  ...given,
})

/** The first version, from the settings; `given` overrides its fields. */
export const brandVersionOf = (given: Partial<BrandVersion> = {}): BrandVersion => ({
  ...{ id: 1, version: 1, effective_date: '2020-01-01', summary: '', sha256: 'a'.repeat(64) },
  ...{ content: brandOf(), logo: null, state: 'in_force' },
  ...{ created: { name: null, at }, approved: { name: null, at }, is_alone: false, is_shipped: true },
  ...given,
})

export const brandDraftOf = (given: Partial<BrandDraft> = {}): BrandDraft => ({
  ...{ content: brandOf({ trade_name: 'Prestaclara' }), logo: null, summary: 'Nombre nuevo.', version: 3 },
  updated: { name: 'Adriana Villarreal', at },
  ...given,
})

export const brandDetailOf = (given: Partial<BrandDetail> = {}): BrandDetail => ({
  ...{ is_alone_allowed: false, versions: [brandVersionOf()], draft: null, approval: null },
  ...given,
})
