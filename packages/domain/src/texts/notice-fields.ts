/** A field about a person, their money or their account, which stands in no part that others may read. */
export const text = <Name extends string>(name: Name, description: string, sample: string) =>
  ({ name, type: 'text', description, sample, is_private: true }) as const
interface OpenText {
  sample: string
  form: RegExp
}

/** A field that others may read. Its form keeps every other text out of titles and subjects. */
export const openText = <Name extends string>(name: Name, description: string, { sample, form }: OpenText) =>
  ({ name, type: 'text', description, sample, form }) as const
/** Minutes for which a code is valid. */
export const minutes = (sample: string) =>
  openText('minutes', 'Minutos que vale', { sample, form: /^\d{1,3}$/ })
/** An amount in centavos. */
export const money = <Name extends string>(name: Name, description: string, sample: number) =>
  ({ name, type: 'money', description, sample, is_private: true }) as const
/** A day that is written as 15/12/2026. */
export const shortDay = <Name extends string>(name: Name, description: string) =>
  ({ name, type: 'short_day', description, sample: '2026-12-15', is_private: true }) as const
/** A day that is written in words. */
export const longDay = <Name extends string>(name: Name, description: string) =>
  ({ name, type: 'day', description, sample: '2026-12-15', is_private: true }) as const

export const loanType = text('loan_type', 'El producto: «crédito» o «anticipo»', 'crédito')
export const folio = text('folio', 'Folio del préstamo', 'C-000123')
export const amount = money('amount', 'Monto del préstamo', 1_200_000)
export const sentAmount = money('amount', 'Monto que se envió', 1_200_000)
export const paidAmount = money('amount', 'Monto del pago', 112_140)
export const balanceAmount = money('amount', 'Monto', 25_000)
export const left = money('left', 'Lo que queda por pagar', 1_233_538)
export const account = text('account', 'La cuenta a la que se envió', 'tu cuenta Banamex ····9192')
export const lastDigits = text('last_digits', 'Últimos cuatro dígitos de la cuenta', '9192')
export const code = text('code', 'El código', '482915')
export const reason = text('reason', 'El motivo', 'El comprobante no se lee.')
export const device = text('device', 'El dispositivo', 'Chrome en Android')
export const passkey = text('passkey', 'Nombre de la llave de acceso', 'Mi teléfono')
