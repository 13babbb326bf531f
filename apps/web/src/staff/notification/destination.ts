import type { Notification } from '@quincena/domain/notifications/schema'
import { linkOptions } from '@tanstack/react-router'

const loanPaths = { credit: '/detalle-credito/$id', advance: '/detalle-anticipo/$id' } as const

/** The staff screen that a notification is about; null if it has none. */
export function destinationOf({
  about,
  loan,
  loan_type,
}: Pick<Notification, 'about' | 'loan' | 'loan_type'>) {
  if (about === null) return null
  const number = about.id === null ? undefined : Number(about.id)
  switch (about.kind) {
    case 'loan':
      return loan === null || loan_type === null
        ? null
        : linkOptions({ to: loanPaths[loan_type], params: { id: loan } })
    case 'transfer':
      return linkOptions({ to: '/stp', search: { order: number } })
    case 'payouts':
      return linkOptions({ to: '/stp' })
    case 'incoming_payment':
      return linkOptions({
        to: '/abonos',
        search: { status: number === undefined ? undefined : 'all', abono: number },
      })
    case 'reconciliation':
      return about.id === null
        ? linkOptions({ to: '/conciliacion' })
        : linkOptions({ to: '/conciliacion/$day', params: { day: about.id } })
    case 'account_verification':
      return linkOptions({ to: '/tesoreria/cuentas', search: { cuenta: number } })
    case 'approval':
      return linkOptions({ to: '/autorizaciones', search: { autorizacion: number } })
    case 'banks':
      return linkOptions({ to: '/tesoreria/bancos' })
    case 'imported_loans':
      return linkOptions({ to: '/importar-prestamos', search: { carga: number } })
    case 'documents':
    case 'account':
    case 'security':
      return null
    case 'stp_balance':
      return linkOptions({ to: '/tesoreria/movimientos' })
    case 'worker_balance':
      return linkOptions({ to: '/tesoreria/saldos' })
    case 'privacy_request':
      return linkOptions({ to: '/privacidad' })
    case 'users_import':
      return linkOptions({ to: '/subir-usuarios', search: { carga: number } })
    case 'companies_import':
      return linkOptions({ to: '/subir-empresas', search: { carga: number } })
  }
}
