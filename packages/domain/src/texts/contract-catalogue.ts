import type { LoanType } from '../loans/rules.ts'
import type { RequiredElement, TextCondition, TextField, TextPart } from './catalogue.ts'

const labelled = 'Un párrafo «Etiqueta: texto» se imprime como dato; sin etiqueta, como renglón.'

const coverParts = [
  { name: 'cover_title', title: 'Carátula: título', hint: 'El párrafo va debajo del título.' },
  { name: 'cover_cost', title: 'Carátula: costo en pesos', hint: 'El título va en grande.' },
  {
    name: 'cover_figure',
    title: 'Carátula: cifra',
    hint: 'El título es la etiqueta, el primer párrafo la cifra, los demás notas.',
  },
  { name: 'cover_field', title: 'Carátula: dato', hint: 'El título es la etiqueta.' },
  { name: 'cover_warnings', title: 'Carátula: advertencias', hint: 'Un renglón por párrafo.' },
  { name: 'cover_group', title: 'Carátula: grupo de datos', hint: labelled },
]

const bodyParts = [
  { name: 'table', title: 'Tabla de pagos', hint: 'La tabla se imprime sola; los párrafos van debajo.' },
  { name: 'parties', title: 'Partes', hint: labelled },
  { name: 'declaration', title: 'Declaración', hint: 'Los párrafos llevan letra: a), b)…' },
  { name: 'clause', title: 'Cláusula', hint: 'El número se pone solo.' },
  { name: 'closing', title: 'Firma', hint: 'El párrafo va antes de los recuadros de firma.' },
  {
    name: 'signer',
    title: 'Recuadro de firma',
    hint: 'El título es el papel; el primer párrafo, el nombre.',
  },
  { name: 'annex', title: 'Anexo', hint: 'Se imprime después de las firmas.' },
]

const parts: readonly TextPart[] = [
  ...coverParts.map((part) => ({ ...part, is_cover: true })),
  ...bodyParts.map((part) => ({ ...part, is_cover: false })),
].map((part) => ({ ...part, has_labels: part.hint === labelled }))

/** Fields of one type with what they stand for. */
const fieldsOf = (type: TextField['type'], descriptions: Record<string, string>): TextField[] =>
  Object.entries(descriptions).map(([name, description]) => ({ name, type, description }))

const sharedFields: readonly TextField[] = [
  ...fieldsOf('text', {
    lender: 'Nombre de la financiera',
    trade_name: 'Nombre comercial del producto',
    address: 'Domicilio de la financiera',
    phone: 'Teléfono de atención',
    email: 'Correo de atención',
    website: 'Página de internet de la financiera',
    representative: 'Quien firma por la financiera',
    reca: 'Número de este contrato en el RECA de la CONDUSEF',
    une_address: 'Domicilio de la UNE',
    une_phone: 'Teléfono de la UNE',
    une_email: 'Correo de la UNE',
    une_hours: 'Horario de la UNE',
    folio: 'Folio del contrato',
    client: 'Nombre del cliente',
    client_curp: 'CURP del cliente',
    client_rfc: 'RFC del cliente',
    client_address: 'Domicilio del cliente',
    client_email: 'Correo del cliente',
    client_phone: 'Teléfono del cliente',
    company: 'Empresa en la que trabaja',
    account: 'Cuenta en la que recibe el dinero',
  }),
  ...fieldsOf('day', { day: 'Fecha del documento' }),
  ...fieldsOf('text', { day_digits: 'Fecha del documento, con números' }),
  ...fieldsOf('money', {
    amount: 'Monto que recibe',
    total: 'Total a pagar',
    cost: 'Costo en pesos: total menos monto',
    tax: 'IVA en pesos',
  }),
  ...fieldsOf('text', {
    tax_rate: 'Tasa del IVA',
    cat: 'CAT',
    period: 'Plazo',
    payments: 'Número y monto de los pagos',
    grace_days: 'Días hábiles de cortesía',
    last_due_without_year: 'Fecha del último pago, sin año',
  }),
  ...fieldsOf('day', { last_due: 'Fecha del último pago' }),
]

const creditFields: readonly TextField[] = [
  ...fieldsOf('money', {
    charge: 'Intereses en pesos, sin el IVA que se les suma',
    charge_without_tax: 'Intereses en pesos sin IVA',
    charge_with_tax: 'Intereses en pesos con IVA',
    payment: 'Monto de cada pago',
    last_payment: 'Monto del último pago',
    deduction: 'Primera parte del descuento de cada pago',
    second_deduction: 'Segunda parte del descuento',
  }),
  ...fieldsOf('text', {
    rate: 'Tasa de interés anual pactada',
    rate_without_tax: 'Tasa de interés anual sin IVA',
    rate_with_tax: 'Tasa de interés anual con IVA',
    periods_per_year: 'Periodos del año, con letra',
    installment: 'Cómo se llama un pago: mensualidad, quincena…',
    installments: 'Cómo se llaman los pagos',
    payments_count: 'Número de pagos',
    payment_days: 'Días de pago',
    payment_days_capital: 'Días de pago, con mayúscula al inicio',
    first_due_digits: 'Fecha del primer pago, con números',
  }),
  ...fieldsOf('day', { first_due: 'Fecha del primer pago' }),
]

const advanceFields: readonly TextField[] = fieldsOf('money', {
  commission: 'Comisión por disposición',
  charge: 'Comisión en pesos, con el IVA que contiene',
  charge_without_tax: 'Comisión en pesos sin IVA',
  charge_with_tax: 'Comisión en pesos con IVA',
  deduction: 'Lo que se descuenta del sueldo',
})

const conditionsOf = (descriptions: Record<string, string>): TextCondition[] =>
  Object.entries(descriptions).map(([name, description]) => ({ name, description }))

const sharedConditions: readonly TextCondition[] = conditionsOf({
  vat: 'si se cobra IVA',
  vat_none: 'si no se cobra IVA',
  vat_contained: 'si el precio ya contiene el IVA',
  cat_known: 'si el CAT se puede calcular',
  cat_none: 'si el CAT no aplica (cero días)',
  grace_none: 'si no hay días de cortesía',
  grace_one: 'si hay un día de cortesía',
  grace_many: 'si hay varios días de cortesía',
  reca_registered: 'si el contrato ya tiene número en el RECA',
  reca_missing: 'si el contrato todavía no tiene número en el RECA',
  website_known: 'si la financiera tiene página de internet',
  website_missing: 'si la financiera no tiene página de internet',
  representative_known: 'si se sabe quién firma por la financiera',
  representative_missing: 'si no se sabe quién firma por la financiera',
  une_hours_known: 'si se sabe el horario de la UNE',
  marketing_given: 'si el cliente aceptó recibir publicidad',
  marketing_not_given: 'si el cliente no aceptó recibir publicidad',
})

const creditConditions: readonly TextCondition[] = conditionsOf({
  vat_added: 'si el IVA se suma a los intereses',
  tax_added: 'si la tabla separa el IVA',
  tax_not_added: 'si la tabla no separa el IVA',
  monthly: 'si los pagos son mensuales',
  not_monthly: 'si los pagos no son mensuales',
  monthly_tax_added: 'si los pagos son mensuales y la tabla separa el IVA',
  monthly_tax_not_added: 'si los pagos son mensuales y la tabla no separa el IVA',
  not_monthly_tax_added: 'si los pagos no son mensuales y la tabla separa el IVA',
  not_monthly_tax_not_added: 'si los pagos no son mensuales y la tabla no separa el IVA',
  one_payment: 'si es un solo pago',
  many_payments: 'si son varios pagos',
  deducted_whole: 'si cada pago se descuenta completo',
  deducted_in_two: 'si cada pago se descuenta en dos partes',
})

const required: readonly RequiredElement[] = [
  { text: '{lender}', name: 'el nombre de la financiera' },
  { text: '{client}', name: 'el nombre del cliente' },
  { text: '{amount}', name: 'el monto' },
  { text: '{total}', name: 'el total a pagar' },
  { text: '{cat}', name: 'el CAT' },
  { text: '{payments}', name: 'los pagos' },
  { text: '{last_due}', name: 'la fecha del último pago' },
  { text: 'www.condusef.gob.mx', name: 'la página de la CONDUSEF' },
]

/** What the contract of a loan type may contain. Each type is registered with RECA apart, so each has its own text. */
export function contractCatalogue(type: LoanType) {
  const [fields, conditions] = type === 'credit' ? [creditFields, creditConditions] : [advanceFields, []]
  return {
    fields: [...sharedFields, ...fields],
    conditions: [...sharedConditions, ...conditions],
    required: [...required, ...(type === 'credit' ? [{ text: '{rate}', name: 'la tasa de interés' }] : [])],
    parts,
  }
}
