/** The screens that an answer leads to. */
type Screen =
  | '/'
  | '/stp'
  | '/conciliacion'
  | '/abonos'
  | '/creditos'
  | '/anticipos'
  | '/usuarios'
  | '/empresas'
  | '/subir-usuarios'
  | '/subir-empresas'
  | '/registro'

export interface Question {
  /** In the URL: a link to it stays good when its words change. */
  id: string
  question: string
  steps: readonly string[]
  /** What to know besides: who may, what happens then. */
  note?: string
  /** Other words that people look for. */
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
