import { loanImportMessages } from './loan-imports/messages.ts'
import { signingMessages } from './loans/signing-messages.ts'
import { publicationMessages } from './publication-messages.ts'
import { signInMessages } from './sessions/messages.ts'
import { treasuryMessages } from './treasury/messages.ts'
import { webhookMessages } from './webhooks/messages.ts'

/** Every code the server answers with, and what people read: the specifications' texts where they have one. */
export const messages = {
  // Any request
  'server.error': 'Algo salió mal. Intenta de nuevo.',
  'server.unavailable': 'El servicio no está disponible por el momento. Intenta de nuevo en unos minutos.',
  'request.unreadable': 'No se pudo leer la solicitud.',
  'request.invalid': 'Por favor, corrige los errores en el formulario.',
  'request.bad_characters':
    'El texto tiene caracteres que no se pueden guardar. Bórralos y escríbelos de nuevo.',
  'request.too_large': 'El contenido es demasiado grande.',
  'request.one_file': 'Elige un solo archivo.',
  'request.wrong_type': 'El tipo de contenido no es válido.',
  'request.too_many': 'Hiciste demasiadas solicitudes. Espera un momento e intenta de nuevo.',
  'request.abandoned': 'La solicitud se canceló.',
  'request.other_host': 'Esta dirección no es la de la aplicación. Ábrela desde el enlace que te dieron.',
  'request.other_site': 'La solicitud no viene de esta aplicación. Ábrela de nuevo e inténtalo otra vez.',
  'files.busy': 'Estamos preparando muchos documentos. Espera unos segundos e intenta de nuevo.',
  'files.infected':
    'El antivirus encontró algo peligroso en el archivo y no lo guardamos. Revisa tu equipo y sube otro archivo.',
  'files.unscanned': 'No pudimos revisar el archivo con el antivirus. Intenta de nuevo en unos minutos.',
  'files.too_many': 'Ya preparamos varios documentos tuyos. Espera a que terminen e intenta de nuevo.',
  'route.not_found': 'No encontramos lo que buscas.',
  'route.forbidden': 'El usuario no tiene acceso a esta sección.',
  'token.scope_missing': 'Este token de API no tiene permiso para esta operación.',
  'token.human_only': 'Esta operación la hace una persona; un token de API no puede.',
  'token.company_needed': 'Este token de API es de una sola empresa: indica un registro de esa empresa.',
  'token.not_found': 'No encontramos ese token de API.',
  'field.forbidden': 'No tienes permiso para cambiar ese dato.',
  'record.conflict': 'La información cambió mientras tanto. Actualiza e intenta de nuevo.',
  'record.in_use': 'No se puede eliminar porque otros registros dependen de él.',
  idempotency_key_required: 'Falta el encabezado Idempotency-Key.',
  idempotency_key_invalid: 'El encabezado Idempotency-Key no es válido.',
  idempotency_key_reused: 'Esa clave de idempotencia ya se usó con otros datos.',
  idempotency_in_progress: 'La operación anterior sigue en curso. Espera un momento.',

  // Sessions
  'session.required': 'Tu sesión terminó. Inicia sesión de nuevo.',
  'session.not_found': 'No encontramos esa sesión.',
  credentials_invalid: 'No se pudo iniciar sesión con esas credenciales.',
  code_required: 'Escribe el código de tu aplicación de verificación.',
  code_invalid: 'El código no es correcto o ya venció.',
  factor_required: 'Confirma que eres tú para continuar.',
  ...signInMessages,
  'factor.last': 'Es tu única forma de verificación en dos pasos: agrega otra antes de quitarla.',
  factor_missing: 'Activa o usa tu verificación en dos pasos para continuar.',
  account_locked: 'La cuenta está bloqueada por demasiados intentos. Intenta más tarde.',
  account_disabled: 'La cuenta está desactivada. Comunícate con tu administrador.',
  password_expired: 'Tu contraseña venció. Cámbiala para continuar.',
  password_wrong: 'La contraseña actual no es correcta.',
  password_weak: 'La contraseña no cumple las reglas de seguridad.',
  password_guessable:
    'Esa contraseña es fácil de adivinar. Usa tres o más palabras que no tengan que ver contigo.',
  password_temporary: 'Elige tu propia contraseña para continuar.',
  email_unconfirmed: 'Confirma tu correo con el código que te enviamos; después podrás firmar.',
  'email_code.too_many':
    'Ya te enviamos varios códigos. Si el último ya no te sirve, espera una hora y pide otro.',
  'email_code.spent': 'Ese código ya no sirve: fueron cinco intentos. Pide otro con «Enviar otro código».',
  'invitation.too_many': 'Ya enviamos tres invitaciones a ese correo. Espera una hora y vuelve a intentarlo.',
  token_invalid: 'El enlace no es válido o ya venció.',
  'two_factor.already_on': 'La verificación en dos pasos ya está activa.',
  'two_factor.off': 'La verificación en dos pasos no está activa.',
  'two_factor.not_started': 'Vuelve a empezar: el código QR ya no es válido.',
  password_repeated: 'La nueva contraseña debe ser distinta de la actual.',

  // Users
  'user.not_found': 'No encontramos a esa persona.',
  'user.not_admin': 'El usuario no es un administrador.',
  'user.not_worker': 'Solo los trabajadores pueden solicitar créditos y anticipos.',
  'user.email_taken': 'El correo electrónico ya existe.',
  'user.key_taken': 'La clave ya existe.',
  'user.curp_taken': 'El CURP ya existe.',
  'user.rfc_taken': 'El RFC ya existe.',
  'user.ine_taken': 'El INE ya existe.',
  'user.bank_account_taken': 'Número de cuenta bancaria ya existe.',
  'user.debit_card_taken': 'Número de tarjeta de débito ya existe.',
  'user.has_open_loan': 'No se pudo eliminar el usuario. Tiene un crédito o anticipo abierto.',
  'user.type_with_open_loan':
    'No se puede cambiar el tipo de usuario mientras tenga un crédito o anticipo abierto.',
  'user.type_unconfirmed':
    'No se puede cambiar el tipo de usuario antes de que otra persona confirme sus datos.',
  'user.deleted_with_open_transfer':
    'No se pudo eliminar el usuario. Tiene una transferencia en curso o en revisión.',
  'user.open_transfer': 'Los datos bancarios no se pueden cambiar mientras haya una transferencia en curso.',
  'picture.not_found': 'No encontramos esa foto.',
  'picture.too_large': 'La foto pesa demasiado. El máximo es 2 MB.',
  'picture.oversized': 'La foto tiene demasiados puntos. Tómala con menos resolución y súbela de nuevo.',
  'picture.unreadable': 'Ese archivo no es una foto que podamos usar. Elige una JPG, PNG o WebP.',
  'user.no_account': 'Todavía no tienes una cuenta bancaria.',
  'user.account_awaited': 'Hay dinero tuyo que espera una cuenta. Reemplázala en lugar de eliminarla.',
  'user.already_in': 'Esa persona ya eligió su contraseña.',
  'user.own_type': 'No puedes cambiar tu propio tipo de usuario.',
  'user.last_admin': 'Debe quedar al menos un administrador.',

  // Companies
  'company.not_found': 'No encontramos esa empresa.',
  'company.key_taken': 'La clave ya existe.',
  'user.changed': 'Otra persona guardó cambios en este usuario mientras lo editabas.',
  'company.changed': 'Otra persona guardó cambios en esta empresa mientras la editabas.',
  'company.name_taken': 'Ya existe una empresa con ese nombre.',
  'company.commission_by_amount': 'La comisión va por montos: cámbiala en el formulario de la empresa.',
  'company.commission_steps_open': 'El último renglón debe quedar abierto o llegar al tope por anticipo',
  'company.tax_unexplained': 'Escribe por qué no se cobra el impuesto',
  'company.has_users': 'No se pudo eliminar la empresa. Tiene usuarios activos.',

  // Loans
  'loan.not_found': 'No encontramos esa solicitud.',
  'loan.documents_incomplete': 'Completa tus documentos en Perfil para poder solicitar.',
  'loan.credit_active': 'No puedes solicitar un nuevo crédito porque ya tienes uno vigente.',
  'loan.credit_pending': 'No puedes solicitar un nuevo crédito porque tienes una solicitud pendiente.',
  'loan.advance_active': 'No puedes solicitar un nuevo anticipo porque ya tienes uno vigente.',
  'loan.advance_pending': 'No puedes solicitar un nuevo anticipo porque tienes una solicitud pendiente.',
  'loan.amount_exceeded': 'Monto máximo excedido.',
  'loan.amount_below_minimum': 'El monto es menor que el anticipo mínimo.',
  'loan.cost_above_ceiling': 'La comisión es demasiado alta para ese monto.',
  'loan.starts_off_pay_date': 'Un crédito quincenal empieza en un día de pago: el 15 o el último del mes.',
  'loan.figures_differ': 'Las cifras no coinciden con las del servidor. Vuelve a calcular.',
  'loan.own_request': 'La pediste a nombre de esta persona o subiste su monto: la aprueba alguien más.',
  'loan.own_worker':
    'Registraste o cambiaste datos de esta persona y falta que alguien más los confirme en Autorizaciones.',
  worker_unconfirmed:
    'Estamos confirmando tus datos. Tu oferta sigue aquí: en cuanto terminemos podrás firmar.',
  'loan.documents_unreviewed': 'Antes de aprobar, acepta sus cinco documentos en Documentación.',
  documents_unreviewed:
    'Estamos revisando tus documentos. Tu oferta sigue aquí: en cuanto los aceptemos podrás firmar.',
  'payout.cooling_off':
    'Cambiaste tu cuenta o tu contraseña. Por tu seguridad podrás firmar 24 horas después.',
  'resend.cooling_off':
    'La cuenta o la contraseña cambió hace menos de 24 horas. Envíalo de nuevo cuando se cumplan.',
  'refund.cooling_off':
    'La cuenta o la contraseña cambió hace menos de 24 horas. Devuelve el saldo cuando se cumplan.',
  'resend.worker_unconfirmed':
    'Falta que otra persona confirme los datos del trabajador en Autorizaciones. Después envíalo de nuevo.',
  'refund.worker_unconfirmed':
    'Falta que otra persona confirme los datos del trabajador en Autorizaciones. Después autoriza la devolución.',
  'loan.own_decision': 'Tú la aprobaste: el envío lo autoriza alguien más.',
  'loan.approver_day_exceeded':
    'Con esta pasarías de lo que una persona aprueba al día. Autorízala mañana o pide que la autorice alguien más.',
  'loan.awaits_release': 'Lo enviamos en cuanto se autorice. Te avisamos para que termines de firmar.',
  'loan.changed': 'La solicitud cambió mientras la veías. Revísala y decide de nuevo.',
  'loan.transition_refused': 'La solicitud ya no está en un estado que lo permita.',
  'loan.not_editable': 'Solo se puede editar una solicitud en análisis.',
  'loan.not_an_offer': 'Esta solicitud no es una oferta por aceptar.',
  'loan.already_accepted': 'Esta solicitud ya fue aceptada.',
  'loan.not_active': 'El crédito o anticipo no está vigente.',
  'loan.has_transfer': 'No se puede eliminar porque ya tuvo una orden de pago.',
  'loan.has_payments': 'No se puede porque ya tiene pagos registrados.',
  'loan.cancelled': 'Este préstamo se canceló.',
  'loan.payout_left': 'El dinero ya salió o está saliendo.',
  'loan.payout_uncertain': 'El dinero pudo haber salido. Compara antes con STP.',
  'loan.not_returned': 'El dinero de esta solicitud no fue devuelto.',
  'loan.bank_data_missing': 'Faltan tus datos bancarios. Agrégalos en Perfil, Datos bancarios.',
  'account.verifying': 'Estamos confirmando tu cuenta con tu banco. Tarda unos segundos.',
  'account.mismatch':
    'Tu banco dice que la cuenta no está a tu nombre. Registra una cuenta tuya en Perfil, Datos bancarios, o llámanos.',
  'account.unconfirmed':
    'No pudimos confirmar tu cuenta con tu banco. Revisa tu CLABE en Perfil, Datos bancarios, o llámanos.',
  'resend.account_verifying':
    'La cuenta se está confirmando con su banco. Intenta de nuevo en unos segundos.',
  'resend.account_mismatch':
    'El banco dice que la cuenta es de otra persona. Pide otra cuenta o acéptala con una segunda persona.',
  'resend.account_unconfirmed':
    'El banco no confirmó la cuenta. Verifícala de nuevo o acéptala con una segunda persona.',
  'account_verification.not_found': 'No encontramos esa cuenta.',
  'account_verification.not_current': 'La persona ya registró otra cuenta.',
  'account_verification.not_needed': 'Esa cuenta ya está confirmada o aceptada.',
  'account_verification.running': 'La cuenta se está confirmando. Espera la respuesta del banco.',
  'account_verification.too_many':
    'Ya se enviaron 10 confirmaciones a esta cuenta. Pide otra cuenta a la persona.',
  'account_verification.off': 'La confirmación de cuentas está apagada. Enciéndela en Configuración.',
  'account_verification.setting_changed':
    'Otra persona cambió esta configuración. Revísala y guarda de nuevo.',
  'loan.worker_inactive': 'No se puede aprobar: la cuenta de esta persona está desactivada.',
  'loan.ended_by_other': 'La solicitud ya fue resuelta por otra persona.',
  offer_expired: 'La oferta venció',
  contract_changed: 'El contrato cambió. Revísalo y fírmalo de nuevo.',
  consents_missing: 'Antes de firmar, lee y acepta los textos legales vigentes.',
  'contract.not_found': 'No se encontró el contrato para este préstamo.',
  'contract.unavailable': 'El contrato no está disponible.',
  'contract.seal_not_valid':
    'Por ahora no podemos sellar tu contrato. Tu oferta sigue vigente: intenta de nuevo más tarde.',
  'statement.not_yet': 'Este préstamo todavía no tiene estado de cuenta: lo tendrá cuando salga el dinero.',
  'statement.period_not_yet': 'Ese periodo todavía no empieza.',
  'no_debt_letter.not_yet': 'La constancia de no adeudo se emite cuando terminas de pagar el préstamo.',
  'no_debt_letter.owed_apart':
    'Se anuló un pago de este préstamo y su importe se debe aparte: la constancia de no adeudo se emite cuando se pague.',
  'no_debt_letter.being_made': 'Estamos preparando la constancia de no adeudo. Intenta en unos segundos.',
  'interest_certificate.not_yet': 'Ese año todavía no empieza.',
  'interest_certificate.nothing_paid': 'En ese año no hay intereses ni comisiones pagados.',
  'letter.seal_not_valid': 'Por ahora no podemos sellar la constancia. Intenta de nuevo más tarde.',
  'payout_receipt.not_yet':
    'Este préstamo todavía no tiene comprobante de depósito: lo tendrá cuando llegue el dinero.',
  ...loanImportMessages,
  ...signingMessages,
  'location.required':
    'No pudimos obtener tu ubicación. No es posible aceptar la solicitud sin este permiso.',

  ...treasuryMessages,
  // Approvals
  'approval.not_found': 'No encontramos esa autorización.',
  'approval.own': 'La pediste tú: la autoriza otra persona.',
  'approval.about_you': 'Es sobre tu cuenta: la decide otra persona.',
  'approval.same_person':
    'Hace poco una de ustedes cambió el acceso de la otra: todavía no cuentan como dos personas.',
  'approval.not_own': 'Solo la retira quien la pidió.',
  'approval.not_withdrawable':
    'Los datos ya se guardaron: alguien más los confirma o los rechaza. Si están mal, corrígelos.',
  'approval.admin_only': 'La autoriza un administrador.',
  'approval.not_open': 'Ya no está por autorizar: se decidió, se retiró o quedó sin efecto.',
  'approval.already_open': 'Ya se pidió y espera autorización.',
  'approval.subject_changed':
    'Los datos cambiaron después de que se pidió: ya no se puede autorizar. Si todavía hace falta, pídela de nuevo.',

  // Documents
  'document.not_found': 'No encontramos ese documento.',
  'document.not_pdf': 'Hubo un error al subir el archivo. Asegúrate de que sea un PDF.',
  'document.unreadable':
    'No pudimos abrir el archivo. Revisa que sea un PDF completo, con al menos una página.',
  'document.locked': 'El PDF está protegido con contraseña. Quítasela y vuelve a subirlo.',
  'document.active':
    'El PDF trae programas o archivos dentro y por seguridad no lo aceptamos. Imprímelo como PDF o tómale una foto con la app, y súbelo de nuevo.',
  'document.oversized':
    'Una imagen del PDF es demasiado grande. Escanéalo con menos resolución o tómale una foto con la app, y súbelo de nuevo.',
  'document.filter_missing': 'Indica de qué persona o de qué solicitud quieres los documentos.',
  'document.too_large': 'El archivo es demasiado grande. El máximo es de 10 MB.',
  'document.file_missing': 'Selecciona un archivo.',
  'document.kind_unknown': 'El tipo de documento no es válido.',
  'document.link_invalid': 'El enlace al documento no es válido o ya venció.',

  // Uploads
  'access_config.changed': 'Otra persona guardó la configuración mientras la editabas.',
  'import.not_found': 'No encontramos esa carga.',
  'import.unreadable': 'Ocurrió un error al intentar subir el archivo, revise que sea válido',
  'import.company_required': 'Debe seleccionar una empresa antes de subir el archivo.',
  'import.company_ambiguous': 'Hay más de una empresa con ese nombre. Cambia el nombre de una de ellas.',
  'import.file_missing': 'Selecciona un archivo .xls o .xlsx.',
  'import.wrong_extension': 'Solo se admiten archivos .xls y .xlsx.',
  'import.not_excel':
    'El contenido del archivo no es de Excel, aunque su nombre lo diga. Ábrelo y guárdalo como libro de Excel (.xlsx).',
  'import.too_large': 'El archivo pesa más de 25 MB. Divídelo en varios.',
  'import.inflates': 'El archivo ocupa demasiado al abrirse. Copia solo tus datos a la plantilla.',
  'import.encrypted': 'El archivo está protegido con contraseña. Quítasela y vuelve a subirlo.',
  'import.macros': 'El archivo contiene macros. Guárdalo como libro de Excel sin macros (.xlsx).',
  'import.too_slow': 'El archivo tarda demasiado en leerse. Copia solo tus datos a la plantilla.',
  'import.too_many_rows':
    'El archivo tiene más de 50,000 filas. Divídelo en varios; si las últimas están vacías, bórralas.',
  'import.no_headers': 'No encontramos los encabezados. Usa los de la plantilla.',
  'import.columns_missing': 'Faltan columnas.',
  'import.columns_repeated': 'Hay columnas repetidas.',
  'import.empty': 'El archivo no tiene filas con datos.',
  'import.busy': 'Hay varias cargas en curso. Espera un momento y vuelve a subir el archivo.',
  'import.abandoned': 'La carga se interrumpió antes de terminar.',
  'import.uploader_changed': 'Quien subió el archivo ya no tiene permiso para cargarlo.',
  'import.row_refused': 'No se pudo guardar esta fila. Revisa sus datos.',
  'import.staff_row': 'Esa persona es parte del personal: sus datos no se cambian con una carga.',
  'import.other_company_row': 'Esa persona trabaja en otra empresa.',
  'import.inactive_row': 'La cuenta de esa persona está desactivada.',

  // Exports
  'export.too_many_rows': 'Son demasiadas filas para una hoja de Excel. Filtra la lista o descárgala en CSV.',
  'export.busy': 'Hay varias exportaciones en curso. Espera un momento e intenta de nuevo.',

  // The rest
  'diagnostics.running': 'Esa prueba ya está en curso. Espera a que termine.',
  'mail.not_sent': 'El servidor de correo no lo aceptó. Prueba el correo en Diagnóstico.',
  'mail.unknown': 'No existe ese correo.',
  'push.refused': 'Este navegador no puede recibir notificaciones.',
  'note.next_step_past': 'Elige hoy o un día futuro.',
  'saved_view.not_found': 'No encontramos esa vista.',
  'saved_view.name_taken': 'Ya tienes una vista con ese nombre.',
  'saved_view.too_many': 'Tienes 20 vistas de esta lista. Elimina una para guardar otra.',
  'notification.not_found': 'No encontramos esa notificación.',
  'privacy_request.not_found': 'No encontramos esa solicitud.',
  'privacy_request.answered': 'Esa solicitud ya tiene respuesta.',
  'privacy_request.too_many':
    'Tienes varias solicitudes por responder. Espera nuestra respuesta para enviar otra.',
  'legal.version_outdated': 'El texto cambió. Léelo y acéptalo de nuevo.',
  ...publicationMessages,
  ...webhookMessages,
} as const

export type MessageCode = keyof typeof messages

/** The text of a code, fit to show. */
export function messageOf(code: MessageCode): string {
  return messages[code]
}

export function isMessageCode(code: string): code is MessageCode {
  return Object.hasOwn(messages, code)
}
