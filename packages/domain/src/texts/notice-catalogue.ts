import type { RequiredElement, TextCondition, TextField } from './catalogue.ts'
import * as fields from './notice-fields.ts'
import type { NoticeTextName } from './notice-names.ts'
import type { NoticePart } from './notice-parts.ts'

/** The screens group the texts of notices by these. */
export const NOTICE_GROUPS = [
  'Solicitudes',
  'Envío del dinero',
  'Pagos',
  'Saldo a favor',
  'Cuenta y documentos',
  'Seguridad',
  'Acceso y correos sueltos',
] as const
type NoticeGroup = (typeof NOTICE_GROUPS)[number]

interface NoticeSpec {
  /** When it is sent, in Spanish. */
  name: string
  group: NoticeGroup
  /** The parts in their order. Those that the notice has no use for are left out. */
  parts: readonly NoticePart[]
  fields: readonly TextField[]
  conditions?: readonly TextCondition[]
  /** Each set of conditions that holds together; without conditions the empty one. */
  cases?: readonly (readonly string[])[]
  /** What its text must contain in every case, and its mail too. */
  required?: readonly RequiredElement[]
}

const inApp = ['text'] as const
const locked = ['text', 'locked'] as const
const mailed = ['text', 'locked', 'subject', 'preheader', 'mail'] as const
const withMessage = [...mailed, 'message'] as const
const openMail = ['text', 'subject', 'preheader', 'mail'] as const
const alarm = [...openMail, 'message'] as const
const mailOnly = ['preheader', 'mail'] as const
const withClosing = [...mailOnly, 'closing'] as const

const theAmount = { text: '{amount}', name: 'el monto' } as const
const theCode = { text: '{code}', name: 'el código' } as const
const theDay = { text: '{day}', name: 'la fecha' } as const

const ofLoan = [fields.loanType, fields.folio, fields.amount] as const
const request = { group: 'Solicitudes' } as const
const requests = { ...request, fields: ofLoan } as const
const money = { group: 'Envío del dinero' } as const
const payments = { group: 'Pagos' } as const
const balance = { group: 'Saldo a favor', fields: [fields.balanceAmount], required: [theAmount] } as const
const papers = { group: 'Cuenta y documentos' } as const
const security = { group: 'Seguridad', parts: openMail } as const
const access = { group: 'Acceso y correos sueltos' } as const

const reversedCases = [[], ['back_in_balance']].flatMap((back) =>
  [['left_only'], ['left_and_owed'], ['owed_only']].map((rest) => [...back, ...rest]),
)

/** What each notice's text may contain. Buttons, the greeting, the rows of amounts and days, and who gets it are code. */
const noticeCatalogue = {
  notice_approved: {
    ...{ ...requests, name: 'Solicitud aprobada', parts: withMessage },
    required: [theAmount],
  },
  notice_released: { ...requests, name: 'Envío autorizado por una segunda persona', parts: mailed },
  notice_edited: {
    ...{ ...request, name: 'Solicitud cambiada', parts: locked, required: [theAmount] },
    fields: [...ofLoan, fields.text('period', 'Plazo nuevo', '6 meses')],
  },
  notice_rejected: {
    ...{ ...request, name: 'Solicitud rechazada', parts: mailed },
    fields: [...ofLoan, fields.reason],
    conditions: [{ name: 'with_reason', description: 'si se escribió un motivo' }],
    cases: [[], ['with_reason']],
  },
  notice_expired: { ...requests, name: 'Oferta vencida', parts: locked },
  notice_cancelled: { ...requests, name: 'Solicitud cancelada porque el dinero regresó', parts: mailed },
  notice_cancelled_unsent: {
    ...{ ...requests, name: 'Préstamo cancelado antes de enviar el dinero', parts: mailed },
  },

  notice_sent: {
    ...{ ...money, name: 'Dinero enviado', parts: withMessage, required: [theAmount] },
    fields: [
      ...[fields.loanType, fields.folio, fields.sentAmount, fields.account],
      fields.shortDay('first_due', 'Primera fecha de pago'),
    ],
    conditions: [
      { name: 'new_day', description: 'si la fecha de pago de un anticipo cambió' },
      { name: 'new_dates', description: 'si las fechas de pago de un crédito cambiaron' },
    ],
    cases: [[], ['new_day'], ['new_dates']],
  },
  notice_settled: {
    ...{ ...money, name: 'Dinero recibido', parts: locked, required: [theAmount] },
    fields: [fields.loanType, fields.folio, fields.sentAmount, fields.account],
  },
  notice_refused: { ...money, name: 'Envío rechazado', parts: mailed, fields: ofLoan },
  notice_returned: { ...money, name: 'Dinero devuelto por el banco', parts: withMessage, fields: ofLoan },
  notice_paid_twice: {
    ...{ ...money, name: 'Dinero recibido dos veces', parts: mailed, required: [theAmount] },
    fields: [fields.loanType, fields.folio, fields.sentAmount],
  },
  notice_second_returned: {
    ...{ ...money, name: 'Segundo envío devuelto', parts: mailed, required: [theAmount] },
    fields: [fields.loanType, fields.folio, fields.sentAmount],
  },

  notice_due: {
    ...{ ...payments, name: 'Pago por vencer', parts: mailed, required: [theAmount] },
    fields: [
      ...[fields.loanType, fields.folio, fields.paidAmount],
      fields.shortDay('day', 'Fecha en que vence'),
    ],
    conditions: [
      { name: 'due_later', description: 'si el pago vence en unos días' },
      { name: 'due_today', description: 'si el pago vence hoy' },
    ],
    cases: [['due_later'], ['due_today']],
  },
  notice_overdue: {
    ...{ ...payments, name: 'Pago atrasado', parts: withMessage, required: [theDay] },
    fields: [...ofLoan, fields.shortDay('day', 'Fecha en que venció')],
  },
  notice_paid: {
    ...{ ...payments, name: 'Pago registrado', parts: mailed, required: [theAmount] },
    fields: [fields.loanType, fields.folio, fields.paidAmount, fields.left],
    conditions: [
      { name: 'from_payment', description: 'si el dinero llegó de un pago' },
      { name: 'from_balance', description: 'si el dinero salió del saldo a favor' },
    ],
    cases: [['from_payment'], ['from_balance']],
  },
  notice_reversed: {
    ...{ ...payments, name: 'Pago anulado', parts: mailed, required: [theAmount] },
    fields: [
      ...[fields.loanType, fields.folio, fields.paidAmount, fields.left],
      fields.money('owed', 'Lo que se debe aparte', 5_000),
    ],
    conditions: [
      { name: 'back_in_balance', description: 'si el dinero regresó al saldo a favor' },
      { name: 'left_only', description: 'si queda por pagar el préstamo' },
      { name: 'left_and_owed', description: 'si queda por pagar el préstamo y algo aparte' },
      { name: 'owed_only', description: 'si el préstamo sigue liquidado y se debe algo aparte' },
    ],
    cases: reversedCases,
  },
  notice_completed: {
    ...{ ...payments, name: 'Préstamo liquidado', parts: mailed },
    fields: [...ofLoan, fields.money('saving', 'Lo que se ahorró por pagar antes', 45_000)],
    conditions: [{ name: 'with_saving', description: 'si se ahorró algo por pagar antes' }],
    cases: [[], ['with_saving']],
  },
  notice_no_debt_letter: {
    ...payments,
    ...{ name: 'Constancia de no adeudo lista', parts: inApp, fields: [] },
  },

  notice_balance: { ...balance, name: 'Saldo a favor nuevo', parts: mailed },
  notice_balance_undone: { ...balance, name: 'Saldo a favor corregido', parts: mailed },
  notice_balance_charged: { ...balance, name: 'Monto por pagar aparte', parts: mailed },
  notice_refund: {
    ...{ ...balance, name: 'Saldo a favor devuelto', parts: mailed },
    fields: [fields.balanceAmount, fields.lastDigits],
  },
  notice_refund_back: { ...balance, name: 'Devolución que no llegó', parts: mailed },

  notice_account: {
    ...{ ...papers, name: 'Cuenta cambiada', parts: alarm },
    fields: [
      fields.text(
        'account',
        'Banco y últimos cuatro dígitos de la cuenta',
        'Banamex, cuenta terminada en 9192',
      ),
    ],
  },
  notice_account_removed: {
    ...{ ...papers, name: 'Cuenta eliminada', parts: alarm, fields: [] },
  },
  notice_account_refused: {
    ...{ ...papers, name: 'Cuenta no confirmada por el banco', parts: openMail, fields: [fields.lastDigits] },
  },
  notice_account_other: {
    ...{ ...papers, name: 'Se pide otra cuenta', parts: openMail, fields: [fields.lastDigits] },
  },
  notice_account_accepted: {
    ...{ ...papers, name: 'Cuenta confirmada', parts: openMail, fields: [fields.lastDigits] },
  },
  notice_document_accepted: { ...papers, name: 'Documentos aceptados', parts: inApp, fields: [] },
  notice_document_refused: {
    ...{ ...papers, name: 'Documento no aceptado', parts: inApp },
    fields: [fields.text('document', 'El documento', 'Identificación oficial'), fields.reason],
  },
  notice_privacy: {
    ...{ ...papers, name: 'Solicitud de datos personales respondida', parts: inApp },
    fields: [
      fields.openText('folio', 'Folio de la solicitud', {
        ...{ sample: 'ARCO-000012', form: /^ARCO-\d{6,15}$/ },
      }),
    ],
  },

  notice_new_device: {
    ...{ ...security, name: 'Entrada desde un dispositivo nuevo' },
    fields: [
      fields.device,
      fields.longDay('day', 'El día'),
      fields.text('time', 'La hora', '12:00'),
      fields.openText('place', 'Dónde se cierran las sesiones', {
        ...{ sample: 'Seguridad', form: /^[\p{L} «»]{1,40}$/u },
      }),
    ],
  },
  notice_many_failures: { ...security, name: 'Muchos intentos fallidos', fields: [] },
  notice_wrong_code: { ...security, name: 'Código de verificación equivocado', fields: [fields.device] },
  notice_password_changed: { ...security, name: 'Contraseña cambiada', fields: [] },
  notice_password_expiry: {
    ...{ ...security, name: 'Contraseña por vencer', parts: inApp },
    fields: [fields.longDay('day', 'Último día')],
  },
  notice_two_factor_on: { ...security, name: 'Verificación en dos pasos activada', fields: [] },
  notice_two_factor_off: { ...security, name: 'Verificación en dos pasos desactivada', fields: [] },
  notice_two_factor_reset: { ...security, name: 'Verificación en dos pasos restablecida', fields: [] },
  notice_recovery_codes: { ...security, name: 'Códigos de recuperación nuevos', fields: [] },
  notice_passkey_added: { ...security, name: 'Llave de acceso agregada', fields: [fields.passkey] },
  notice_passkey_removed: { ...security, name: 'Llave de acceso quitada', fields: [fields.passkey] },

  notice_invitation: { ...access, name: 'Invitación', parts: withClosing, fields: [] },
  notice_password_reset: {
    ...{ ...access, name: 'Cambio de contraseña', parts: withClosing, fields: [] },
  },
  notice_email_code: {
    ...{ ...access, name: 'Código para confirmar un correo', parts: withClosing },
    fields: [fields.code, fields.minutes('15')],
    required: [theCode],
  },
  notice_signing_code: {
    ...{ ...access, name: 'Código para firmar un contrato', parts: withClosing },
    fields: [fields.code, fields.minutes('10')],
    required: [theCode],
  },
  notice_old_address: { ...access, name: 'Correo cambiado: al anterior', parts: mailOnly, fields: [] },
  notice_privacy_answer: {
    ...{ ...access, name: 'Respuesta a una solicitud de datos personales', parts: mailOnly },
    fields: [
      fields.text('folio', 'Folio de la solicitud', 'ARCO-000012'),
      fields.text('answer', 'La respuesta', 'Corregimos tu domicilio.'),
    ],
    required: [{ text: '{answer}', name: 'la respuesta' }],
  },
} as const satisfies Record<NoticeTextName, NoticeSpec>

/** The description of a notice's text. */
export const noticeSpec = (document: NoticeTextName): NoticeSpec => noticeCatalogue[document]

type FieldName<Name extends NoticeTextName> = (typeof noticeCatalogue)[Name]['fields'][number]['name']
/** A value for each field of a notice's text; null where the case has no use for it. */
export type NoticeValues<Name extends NoticeTextName> = Readonly<
  Record<FieldName<Name>, string | number | null>
>
