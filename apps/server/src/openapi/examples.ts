/** Examples of the bodies of the main calls, by operation. */
export const bodyExamples: Record<string, object> = {
  signIn: { email: 'ana@demo.quincena.mx', password: 'Quincena-2026' },
  requestLoan: { type: 'credit', amount: 6000, period: 6 },
  updateLoan: { status: 'APP' },
  acceptLoan: {
    signature:
      'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNiAAAABgADNjd8qAAAAABJRU5ErkJggg==',
    latitude: 25.6866,
    longitude: -100.3161,
    contract_sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  },
  recordPayment: { loan_request: 123, amount_paid: 1150.5, previous_amount_due: 6903 },
  reversePayment: { reason: 'Pago duplicado' },
  simulateCredit: { annual_interest_rate: 0.18, amount: 6000, number_of_payments: 6 },
  getMaxAdvance: { loan: 7500.5 },
  createCompany: {
    ...{
      key: 'TN01',
      name: 'Textiles del Norte',
      industry: 'Salud',
      headquarters_address: 'Calle 1, Monterrey',
    },
    ...{ email: 'rh@textiles.mx', phone: '8183456789', interest_rate: 0.18, commission: 150 },
  },
  createNotification: {
    title: 'Aviso',
    message: 'Tu documento fue aceptado.',
    checked: false,
    recipient: 12,
  },
  getSummary: { year: 2026 },
  reviewDocument: { review: 'refused', reason: 'La foto está borrosa.' },
  queryOrder: { tracking_key: 'QUI20261120A0001' },
}

/** What the server-sent events look like. */
export const eventExample = 'retry: 3000\n\nevent: loan\ndata: {"id":123}\n\n: beat\n\n'
