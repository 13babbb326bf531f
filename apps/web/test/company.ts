import type { company } from '@quincena/domain/companies/schema'
import type { z } from 'zod'

/** A company in the API's format: rates as fractions, commission in pesos. */
export const companyOf = (values: Partial<z.input<typeof company>> = {}): z.input<typeof company> => ({
  ...{ id: 7, key: 'TEXNOR', name: 'Textiles del Norte', industry: 'Manufactura' },
  ...{ headquarters_address: 'Av. Juárez 12, Monterrey', website: 'https://texnor.mx' },
  ...{ email: 'rh@texnor.mx', phone: '8183456789', interest_rate: 0.18, commission: 150 },
  ...{ commission_steps: null, advance_cost_ceiling: 0.3, tax_exempt_reason: 'Opinión fiscal' },
  ...{ advance_share: 0.5, advance_cap: null, advance_minimum: 500, grace_bank_days: 5 },
  ...{ tax_rate: 0, tax_added: false, created_at: '2026-11-14T18:05:00Z', version: 1 },
  ...values,
})
