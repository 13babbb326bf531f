import { email, fraction, industry, key, pesos, phone, text, wholeNumber, yesOrNo } from './cells.ts'
import type { ImportColumn } from './columns.ts'

const required = true
const optional = { required: false } as const

/** The columns of an import of companies (specification: backoffice §5, company form). */
export const companyColumns: readonly ImportColumn[] = [
  {
    ...{ field: 'key', header: 'Clave', read: key, required },
    aliases: ['Clave de empresa', 'Clave de la empresa', 'Clave empresa'],
    ...{ note: 'Hasta 7 letras mayúsculas y números', example: 'ACERO1' },
  },
  {
    ...{ field: 'name', header: 'Nombre', read: text, required },
    aliases: ['Empresa', 'Nombre de la empresa', 'Razón social', 'Nombre comercial', 'Compañía'],
    ...{ note: 'Al menos 3 caracteres', example: 'Aceros del Norte, S.A. de C.V.' },
  },
  {
    ...{ field: 'industry', header: 'Industria', read: industry, required },
    aliases: ['Giro', 'Sector', 'Ramo'],
    ...{ note: 'Una de la lista u otra', example: 'Manufactura' },
  },
  {
    ...{ field: 'headquarters_address', header: 'Dirección', read: text, required },
    aliases: ['Domicilio', 'Dirección fiscal', 'Domicilio fiscal', 'Dirección de la sede', 'Sede'],
    ...{ note: 'Dirección de la sede', example: 'Av. Fundidora 500, Monterrey' },
  },
  {
    ...{ field: 'website', header: 'Sitio web', read: text, ...optional },
    aliases: ['Web', 'Página web', 'Página', 'URL'],
    ...{ note: 'Empieza con http:// o https://', example: 'https://acerosdelnorte.mx' },
  },
  {
    ...{ field: 'email', header: 'Correo electrónico', read: email, required },
    aliases: ['Correo', 'E-mail', 'Mail', 'Correo de contacto'],
    ...{ note: 'Correo de contacto', example: 'rh@acerosdelnorte.mx' },
  },
  {
    ...{ field: 'phone', header: 'Teléfono', read: phone, required },
    aliases: ['Tel.', 'Celular', 'Teléfono de contacto'],
    ...{ note: '10 dígitos', example: '8183456789' },
  },
  {
    ...{ field: 'interest_rate', header: 'Tasa de interés', read: fraction, required },
    aliases: ['Tasa', 'Tasa anual', 'Tasa de interés anual', 'Interés'],
    ...{ note: 'Anual, como fracción o con su signo: 0.18 o 18%', example: '0.18' },
  },
  {
    ...{ field: 'commission', header: 'Comisión por anticipo', read: pesos, required },
    aliases: ['Comisión', 'Comisión de anticipo', 'Comisión anticipo'],
    ...{ note: 'En pesos', example: '150.00' },
  },
  {
    ...{ field: 'advance_share', header: 'Parte de la quincena', read: fraction, ...optional },
    aliases: ['Porcentaje de anticipo', 'Parte del sueldo', 'Fracción de anticipo'],
    ...{ note: 'Lo más que se anticipa del sueldo quincenal: 0.5 o 50%', example: '0.5' },
  },
  {
    ...{ field: 'advance_cap', header: 'Tope por anticipo', read: pesos, ...optional },
    aliases: ['Tope de anticipo', 'Anticipo máximo', 'Monto máximo de anticipo'],
    ...{ note: 'En pesos', example: '5000.00' },
  },
  {
    ...{ field: 'advance_minimum', header: 'Mínimo por anticipo', read: pesos, ...optional },
    aliases: ['Mínimo de anticipo', 'Anticipo mínimo', 'Monto mínimo de anticipo'],
    ...{ note: 'En pesos; vacío en una empresa nueva: 500.00', example: '500.00' },
  },
  {
    ...{ field: 'tax_rate', header: 'IVA', read: fraction, ...optional },
    aliases: ['Tasa de IVA', 'Impuesto'],
    ...{ note: 'Como fracción o con su signo; vacío en una empresa nueva: 16%', example: '0.16' },
  },
  {
    ...{ field: 'tax_exempt_reason', header: 'Motivo sin IVA', read: text, ...optional },
    aliases: ['Motivo de exención', 'Por qué no se cobra IVA', 'Motivo de IVA 0'],
    ...{ note: 'Solo si el IVA es 0', example: '' },
  },
  {
    ...{ field: 'advance_cost_ceiling', header: 'Costo máximo del anticipo', read: fraction, ...optional },
    aliases: ['Costo máximo por anticipo', 'Tope de costo', 'Comisión máxima del anticipo'],
    ...{ note: 'Parte del monto que puede ser la comisión; vacío en una nueva: 30%', example: '0.3' },
  },
  {
    ...{ field: 'tax_added', header: 'IVA sumado al precio', read: yesOrNo, ...optional },
    aliases: ['IVA añadido', 'IVA agregado', 'Se suma el IVA', 'IVA aparte'],
    ...{ note: 'Sí: se suma a los intereses de créditos. No: ya lo contienen', example: 'No' },
  },
  {
    ...{ field: 'grace_bank_days', header: 'Días de gracia', read: wholeNumber, ...optional },
    aliases: ['Días hábiles de gracia', 'Gracia', 'Días de gracia hábiles'],
    ...{ note: 'Días hábiles bancarios tras el vencimiento, de 0 a 30', example: '5' },
  },
]
