import type { LoanEvent } from '../loans/rules.ts'

/** Spanish text of each audited action. */
export const auditActions = {
  'access_config.changed': 'Cambió la configuración de acceso',
  'company.created': 'Creó una empresa',
  'company.deleted': 'Eliminó una empresa',
  'company.updated': 'Editó una empresa',
  'contract.constancia_issued': 'Se emitió la constancia del contrato',
  'contract.sealed': 'Se selló el contrato',
  'contract.shown': 'Vio el contrato antes de firmar',
  'difference.closed': 'Cerró una diferencia de la conciliación',
  'difference.noted': 'Anotó una diferencia de la conciliación',
  'document.accepted': 'Aceptó un documento',
  'document.refused': 'Rechazó un documento',
  'document.uploaded': 'Subió un documento',
  'import.finished': 'Terminó una carga de archivo',
  'import.started': 'Subió un archivo',
  'incoming_payment.confirmed': 'Registró un abono recibido',
  'incoming_payment.dismissed': 'Descartó un abono recibido',
  'incoming_payment.checked': 'STP confirmó un abono',
  'incoming_payment.doubted': 'STP no confirmó un abono',
  'incoming_payment.received': 'Llegó un abono',
  'incoming_payment.reopened': 'Reabrió un abono recibido',
  'list.exported': 'Exportó una lista',
  'loan.accept': 'Firmó y aceptó la oferta',
  'loan.approve': 'Aprobó la solicitud',
  'loan.cancel': 'Canceló el préstamo devuelto',
  'loan.catch_up': 'El préstamo se puso al día',
  'loan.complete': 'El préstamo quedó liquidado',
  'loan.decline': 'Declinó la oferta',
  'loan.deleted': 'Eliminó una solicitud',
  'loan.edited': 'Editó una solicitud',
  'loan.expire': 'La oferta venció',
  'loan.fall_overdue': 'El préstamo se atrasó',
  'loan.refuse': 'STP rechazó el envío',
  'loan.reinstate': 'Retomó un préstamo cancelado',
  'loan.reject': 'Rechazó la solicitud',
  'loan.requested': 'Solicitó un préstamo',
  'loan.resend': 'El dinero se envió otra vez',
  'loan.resent': 'Envió el dinero otra vez',
  'loan.return': 'El dinero fue devuelto',
  'loan.reverse': 'El préstamo se reabrió',
  'loan.revive': 'La aceptación volvió a valer',
  'loan.send': 'STP recibió el envío',
  'loan.withdraw': 'Retiró la solicitud',
  'notification.sent': 'Envió una notificación',
  'password.changed': 'Cambió su contraseña',
  'password.invitation': 'Eligió su contraseña por invitación',
  'password.reset': 'Restableció su contraseña',
  'payment.recorded': 'Registró un pago',
  'payment.reversed': 'Canceló un pago',
  'payouts.paused': 'Pausó los envíos de dinero',
  'payouts.resumed': 'Reanudó los envíos de dinero',
  'preferences.changed': 'Cambió sus avisos y su seguridad',
  'push.off': 'Desactivó los avisos en un teléfono',
  'push.on': 'Activó los avisos en un teléfono',
  'reconciliation.done': 'Se concilió un día con STP',
  'reconciliation.failed': 'No se pudo conciliar un día con STP',
  'reconciliation.requested': 'Pidió conciliar un día con STP',
  'session.ended': 'Cerró una sesión',
  'session.opened': 'Inició sesión',
  'transfer.failed': 'STP rechazó la orden',
  'transfer.resolved': 'Resolvió una orden en revisión',
  'transfer.returned': 'La orden fue devuelta',
  'transfer.review': 'La orden quedó en revisión',
  'transfer.sent': 'STP recibió la orden',
  'transfer.settled': 'La orden se liquidó',
  'privacy_request.answered': 'Respondió una solicitud ARCO',
  'privacy_request.received': 'Envió una solicitud ARCO',
  'two_factor.off': 'Desactivó la verificación en dos pasos',
  'two_factor.on': 'Activó la verificación en dos pasos',
  'two_factor.reset': 'Restableció la verificación en dos pasos',
  'user.account_revealed': 'Vio completa su CLABE',
  'user.created': 'Creó un usuario',
  'user.deactivated': 'Desactivó un usuario',
  'user.invited': 'Envió una invitación',
  'user.picture_changed': 'Cambió su foto',
  'user.picture_removed': 'Quitó su foto',
  'user.reactivated': 'Reactivó un usuario',
  'user.updated': 'Editó un usuario',
} as const satisfies Record<string, string> & Record<`loan.${LoanEvent}`, string>

export type AuditAction = keyof typeof auditActions

/** Spanish name of each kind of audit subject. */
export const auditSubjects = {
  company: 'Empresa',
  difference: 'Diferencia',
  document: 'Documento',
  export: 'Exportación',
  import: 'Carga',
  incoming_payment: 'Abono',
  loan: 'Solicitud',
  notification: 'Notificación',
  payment: 'Pago',
  privacy_request: 'Solicitud ARCO',
  reconciliation: 'Conciliación',
  session: 'Sesión',
  setting: 'Configuración',
  transfer: 'Orden STP',
  user: 'Usuario',
} as const satisfies Record<string, string>

export type AuditSubject = keyof typeof auditSubjects

const isAction = (action: string): action is AuditAction => Object.hasOwn(auditActions, action)
const isSubject = (subject: string): subject is AuditSubject => Object.hasOwn(auditSubjects, subject)

/** Returns the Spanish text of an audited action, or the code itself if it is unknown. */
export const actionName = (action: string): string => (isAction(action) ? auditActions[action] : action)
/** Returns the Spanish name of a kind of audit subject, or the code itself if it is unknown. */
export const subjectName = (subject: string): string =>
  isSubject(subject) ? auditSubjects[subject] : subject
