/** Screens to which a question can link. */
type Screen =
  | '/'
  | '/stp'
  | '/conciliacion'
  | '/abonos'
  | '/tesoreria'
  | '/tesoreria/por-identificar'
  | '/tesoreria/saldos'
  | '/tesoreria/cuentas'
  | '/tesoreria/movimientos'
  | '/tesoreria/bancos'
  | '/tesoreria/por-comprobar'
  | '/creditos'
  | '/anticipos'
  | '/usuarios'
  | '/empresas'
  | '/subir-usuarios'
  | '/subir-empresas'
  | '/registro'

export interface Question {
  /** Id in the URL. It must not change, so that shared links keep working when the text changes. */
  id: string
  question: string
  steps: readonly string[]
  /** Additional facts, such as who is allowed to do it and what happens next. */
  note?: string
  /** Additional search words. */
  words?: string
  screen?: { to: Screen; label: string }
}

/** The questions of one task. */
export interface Topic {
  title: string
  questions: readonly Question[]
}

export const credits = { to: '/creditos', label: 'Ir a Créditos' } as const
export const advances = { to: '/anticipos', label: 'Ir a Anticipos' } as const
export const orders = { to: '/stp', label: 'Ir a Órdenes STP' } as const
export const users = { to: '/usuarios', label: 'Ir a Usuarios' } as const
export const companies = { to: '/empresas', label: 'Ir a Empresas' } as const
