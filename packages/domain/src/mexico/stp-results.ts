/**
 * What to do after an error result of `ordenPago/registra`. Two are definite refusals: `fix_order` (the order's data is
 * wrong) and `fix_setup` (our company, account, key or software is wrong). The others leave the order's state unknown:
 * `ask` (STP may have the order) and `retry` (STP accepts no orders now). For both, the server queries STP first and
 * sends the order again, with the same tracking key, only after STP answers that it does not have it.
 */
export type StpRemedy = 'ask' | 'retry' | 'fix_order' | 'fix_setup'

interface Result {
  remedy: StpRemedy
  /** Advice to staff, in Spanish. */
  advice: string
}

const fixOrder = (advice: string): Result => ({ remedy: 'fix_order', advice })
const fixSetup = (advice: string): Result => ({ remedy: 'fix_setup', advice })
const ask = (advice: string): Result => ({ remedy: 'ask', advice })

const clabe = fixOrder('Corrige la cuenta CLABE y vuelve a enviar.')
const bank = fixOrder('Corrige el banco del trabajador y vuelve a enviar.')
const newKey = fixOrder('Vuelve a enviar: la orden sale con otra clave de rastreo.')
const program = fixSetup('Avisa a soporte: STP no acepta un dato que pone el sistema.')
const user = fixSetup('Pide a STP que revise el usuario de la empresa y vuelve a enviar.')
const unlisted = ask('No la envíes de nuevo: el sistema pregunta a STP qué pasó con ella.')

const results = new Map<number, Result>([
  [1, fixOrder('Completa el dato obligatorio que falta y vuelve a enviar.')],
  [2, fixOrder('Corrige el dato que STP no reconoce y vuelve a enviar.')],
  [3, fixSetup('Revisa con STP que la cuenta ordenante sea de la empresa y vuelve a enviar.')],
  [4, fixOrder('Corrige la cuenta o tarjeta del trabajador y vuelve a enviar.')],
  [5, unlisted],
  [6, fixOrder('Pide otra cuenta al trabajador, corrígela y vuelve a enviar.')],
  [7, fixOrder('La cuenta no está habilitada: pide otra al trabajador, corrígela y vuelve a enviar.')],
  [8, fixOrder('Corrige el RFC o la CURP y vuelve a enviar.')],
  [-1, unlisted],
  [-2, unlisted],
  [-3, user],
  [-5, bank],
  [-6, fixSetup('Revisa la empresa registrada en STP (STP_COMPANY) y vuelve a enviar.')],
  [-7, fixSetup('Revisa la cuenta ordenante (STP_PAYER_ACCOUNT) y vuelve a enviar.')],
  [-9, bank],
  [-10, program],
  [-11, fixOrder('STP no acepta ese tipo de cuenta: corrige la cuenta del trabajador y vuelve a enviar.')],
  [-12, program],
  [-13, program],
  [-14, user],
  [-16, fixSetup('Revisa la hora del servidor y vuelve a enviar.')],
  [-17, user],
  [-18, user],
  [-20, fixOrder('STP no acepta el monto: corrige la solicitud y vuelve a enviar.')],
  [-21, clabe],
  [-22, fixOrder('La CLABE no es de ese banco: corrige la cuenta CLABE o el banco y vuelve a enviar.')],
  [-23, clabe],
  [-24, fixOrder('Es la cuenta desde la que pagamos: corrige la cuenta CLABE y vuelve a enviar.')],
  [-26, newKey],
  [
    -30,
    {
      remedy: 'retry',
      advice: 'STP no recibe órdenes por ahora: el sistema la envía cuando vuelva a recibir.',
    },
  ],
  [-34, newKey],
  [-100, unlisted],
  [-200, fixSetup('Pide a STP el motivo del rechazo por PLD antes de volver a enviar.')],
])

/** Result 0 means "other": only these messages of it are a definite refusal. */
const zeros: readonly (readonly [RegExp, Result])[] = [
  [
    /^(Error validando la firma|Firma inv[aá]lida)/i,
    fixSetup('Revisa la llave de firma registrada en STP y vuelve a enviar.'),
  ],
  [/^El campo .+ es obligatorio/i, fixOrder('Completa el dato obligatorio que falta y vuelve a enviar.')],
]

function resultOf(id: number, message: string): Result {
  if (id === 0) return zeros.find(([pattern]) => pattern.test(message))?.[1] ?? unlisted
  return results.get(id) ?? unlisted
}

/**
 * Returns what to do after an error result of `ordenPago/registra`. A result that is not in the catalogue gives `ask`.
 * Source: STP's catalogue of result ids.
 */
export function stpRemedy(id: number, message: string): StpRemedy {
  return resultOf(id, message).remedy
}

/**
 * Returns the Spanish text of an error result for staff: the advice, then STP's id and message. Without an id, the
 * message only.
 */
export function stpResultText(id: number | null, message: string): string {
  if (id === null) return message
  const result = message === '' ? `${id}` : `${id}, ${message}`
  return `${resultOf(id, message).advice} (STP: ${result})`
}
