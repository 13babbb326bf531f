import { deliveryOf } from '@quincena/domain/notifications/channels'
import { noticeSpec } from '@quincena/domain/texts/notice-catalogue'
import { wordsOf } from '@quincena/domain/texts/notice-words'
import type { Deps } from '../../deps.ts'
import { siteOf } from '../../integrations/mail/layout.ts'
import type { MailContent } from '../../integrations/mail/mail.ts'
import {
  approvedNotice,
  cancelledNotice,
  cancelledUnsentNotice,
  dueNotice,
  overdueNotice,
  paidTwiceNotice,
  refusedNotice,
  rejectedNotice,
  releasedNotice,
  returnedNotice,
  secondReturnedNotice,
  sentNotice,
} from '../../lending/loans/notices.ts'
import { completedNotice, paidNotice, reversedNotice } from '../../lending/payments/notices.ts'
import { signingCodeMail } from '../../lending/signing-codes/notices.ts'
import { codeMail } from '../../people/auth/commands/confirm-email.ts'
import { linkMail } from '../../people/auth/commands/mail-link.ts'
import { answerMail, receivedMail } from '../../people/privacy-requests/notices.ts'
import { addressMail } from '../../people/users/notices.ts'
import type { WordedNotice } from '../../platform/notifications/commands/notice-insert.ts'
import { noticeMail } from '../../platform/notifications/presenters.ts'
import { creditedNotice } from '../../treasury/incoming-payments/notices.ts'
import { refundSettledNotice } from '../../treasury/refunds/notices.ts'
import { testMail } from '../health/checks/mail.ts'

/** A mail with sample data. */
interface Sample {
  kind: string
  /** What it is about, as the texts of notices are grouped. */
  group: string
  /** When it is sent, in Spanish. */
  occasion: string
  mail: MailContent
  /** The SMS or WhatsApp message of the same occasion. */
  message: string | null
}

const person = { email: 'ana@ejemplo.mx', first_name: 'Ana', user_name: 'Ana Ruiz', folio: 'ARCO-000012' }
const at = '2026-11-20T18:00:00Z'
const loan = {
  id: 123,
  folio: 'C-000123',
  type: 'credit',
  amount_cents: 1_200_000,
  total_debt_cents: 1_345_678,
  offer_expires_on: '2026-11-27',
} as const
const order = {
  ...{ id: 45, amount_cents: 1_200_000, tracking_key: 'QUINCENA0000045' },
  ...{ counterpart_institution: '40002', beneficiary_account: '002180700612349192' },
}
const payment = { id: 67, amount: 112_140, source: { from_balance: false }, value_date: '2026-12-15' }
const first_due = '2026-12-15'

const noticeSamples: readonly (readonly [occasion: string, notice: WordedNotice])[] = [
  ['Se aprueba una solicitud', approvedNotice(loan, at)],
  ['Una segunda persona autoriza el envío', releasedNotice(loan)],
  ['Se rechaza una solicitud', rejectedNotice(loan, 'El comprobante no se lee', at)],
  ['Se cancela una solicitud cuyo dinero regresó', cancelledNotice(loan)],
  ['Se cancela un préstamo antes de enviar el dinero', cancelledUnsentNotice(loan)],
  ['STP rechaza el envío', refusedNotice(loan, order.id)],
  ['Sale el dinero', sentNotice(loan, { transfer: order, new_first_due: null, first_due })],
  ['El banco devuelve el dinero', returnedNotice(loan, order.id)],
  ['Faltan tres días para un pago', dueNotice(loan, { date: first_due, kind: '3-days', amount: 112_140 })],
  ['Se registra un pago', paidNotice(loan, { ...payment, left: 1_233_538 })],
  ['Un pago se atrasa', overdueNotice(loan, first_due)],
  ['Se anula un pago', reversedNotice(loan, { ...payment, left: 1_345_678, owed: 0 })],
  ['Se liquida el préstamo', completedNotice(loan, { id: 67, discount: 45_000 })],
  ['El dinero llegó dos veces', paidTwiceNotice(loan, order)],
  ['El segundo envío regresó', secondReturnedNotice(loan, order)],
  ['Hay un saldo a favor', creditedNotice({ credit_id: 8, amount: 25_000 })],
  ['Se devuelve un saldo a favor', refundSettledNotice({ ...order, id: 9, amount_cents: 25_000 })],
  [
    'Cambia la cuenta donde se recibe el dinero',
    {
      words: wordsOf('notice_account', { account: 'Banamex, cuenta terminada en 9192' }),
      reason_key: `account:1:${at}:new`,
    },
  ],
  [
    'Alguien entra desde un dispositivo nuevo',
    {
      words: wordsOf('notice_new_device', {
        ...{ device: 'Chrome en Android', day: '2026-11-20', time: '12:00', place: 'Seguridad' },
      }),
      reason_key: 'security:sample',
    },
  ],
]

type Sampling = Pick<Deps, 'env' | 'texts'>

/** Every kind of mail with sample data and the texts in force, in the order of a worker's life. */
export function listSamples({ env, texts }: Sampling): Sample[] {
  const site = siteOf(env)
  const link = `${site}/auth/contrasena#token=${'ejemplo'.repeat(6)}`
  const alone = (kind: string, occasion: string, mail: MailContent) => ({
    ...{ kind, occasion, mail, message: null },
    group: kind === 'test' || kind === 'privacy-received' ? 'Para la financiera' : 'Acceso y correos sueltos',
  })
  const ofNotice = ([occasion, notice]: (typeof noticeSamples)[number]): Sample => {
    const { figures = [], reason_key, words: facts } = notice
    const filled = texts.write(facts)
    const { title, message, subject, preheader, mail: paragraphs, closing, short_message } = filled
    const words = { subject, preheader, paragraphs, closing }
    const to = {
      first_name: person.first_name,
      user_type: 'U2',
      loan: loan.id,
      loan_type: loan.type,
    } as const
    return {
      kind: reason_key.split(':')[0] ?? '',
      group: noticeSpec(facts.document).group,
      occasion,
      mail: noticeMail({ ...to, title, message, words, figures: [...figures] }, site),
      message: deliveryOf(reason_key).message_key === null ? null : short_message,
    }
  }
  return [
    alone(
      'invitation',
      'Se invita a una persona',
      linkMail({ texts }, { person, kind: 'invitation', url: link }),
    ),
    alone('email-code', 'Se confirma un correo', codeMail({ texts }, { ...person, code: '482915' })),
    alone(
      'signing-code',
      'Se firma un contrato y se pide un código',
      signingCodeMail({ texts }, { ...person, code: '482915' }),
    ),
    alone(
      'reset',
      'Se pide cambiar la contraseña',
      linkMail({ texts }, { person, kind: 'reset', url: link }),
    ),
    ...noticeSamples.map(ofNotice),
    alone('address', 'Cambia el correo: al anterior', addressMail({ texts }, person)),
    alone(
      'privacy-answer',
      'Se responde una solicitud ARCO',
      answerMail({ texts }, { ...person, answer: 'Corregimos tu domicilio.' }),
    ),
    alone(
      'privacy-received',
      'Llega una solicitud ARCO: a la financiera',
      receivedMail(
        'Solicitud de datos personales ARCO-000012',
        'Rectificación. Se responde a más tardar el 18 de diciembre de 2026.',
      ),
    ),
    alone('test', 'Se prueba el correo en Diagnóstico', testMail('20/11/2026, 12:00')),
  ]
}

/** A kind of mail with sample data; undefined if there is no such kind. */
export const findSample = (deps: Sampling, kind: string): Sample | undefined =>
  listSamples(deps).find((sample) => sample.kind === kind)
