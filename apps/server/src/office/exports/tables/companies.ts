import type { Company } from '@quincena/domain/companies/schema'
import { commissionStepsText } from '@quincena/domain/loans/advance-price'
import type { ExportTable } from '../../../spreadsheets/export/table.ts'

/** The steps of the commission in one cell: `hasta $1,000.00: $100.00; más: $150.00`. Empty without steps. */
function stepsText({ commission_steps }: Company): string {
  return commission_steps === null ? '' : commissionStepsText(commission_steps)
}

/** Columns of the companies' file: contact data and loan terms. */
export const companyTable: ExportTable<Company> = {
  name: 'Empresas',
  columns: [
    { header: 'Clave', kind: 'text', of: ({ key }) => key, width: 10 },
    { header: 'Nombre', kind: 'text', of: ({ name }) => name, width: 32 },
    { header: 'Industria', kind: 'text', of: ({ industry }) => industry, width: 20 },
    { header: 'Correo electrónico', kind: 'text', of: ({ email }) => email, width: 30 },
    { header: 'Teléfono', kind: 'text', of: ({ phone }) => phone, width: 14 },
    { header: 'Sitio web', kind: 'text', of: ({ website }) => website, width: 28 },
    { header: 'Dirección', kind: 'text', of: ({ headquarters_address }) => headquarters_address, width: 40 },
    { header: 'Tasa de interés', kind: 'rate', of: ({ interest_rate }) => interest_rate, width: 15 },
    { header: 'Comisión por anticipo', kind: 'money', of: ({ commission }) => commission, width: 20 },
    { header: 'Comisión por montos', kind: 'text', of: stepsText, width: 30 },
    { header: 'Parte de la quincena', kind: 'rate', of: ({ advance_share }) => advance_share, width: 19 },
    { header: 'Tope por anticipo', kind: 'money', of: ({ advance_cap }) => advance_cap, width: 17 },
    { header: 'Mínimo por anticipo', kind: 'money', of: ({ advance_minimum }) => advance_minimum, width: 19 },
    {
      header: 'Costo máximo del anticipo',
      kind: 'rate',
      of: ({ advance_cost_ceiling }) => advance_cost_ceiling,
      width: 24,
    },
    { header: 'IVA', kind: 'rate', of: ({ tax_rate }) => tax_rate, width: 9 },
    { header: 'Motivo sin IVA', kind: 'text', of: ({ tax_exempt_reason }) => tax_exempt_reason, width: 30 },
    {
      header: 'IVA sumado al precio',
      kind: 'text',
      of: ({ tax_added }) => (tax_added ? 'Sí' : 'No'),
      width: 19,
    },
    { header: 'Días de gracia', kind: 'count', of: ({ grace_bank_days }) => grace_bank_days, width: 14 },
    { header: 'Fecha de alta', kind: 'instant', of: ({ created_at }) => created_at, width: 19 },
  ],
}
