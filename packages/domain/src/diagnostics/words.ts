import type { DiagnosticPart, FACTS, Finding, STEPS } from './schema.ts'

/** What each part is for, and what its button does. */
export const partWords: Readonly<Record<DiagnosticPart, { title: string; does: string }>> = {
  database: {
    title: 'Base de datos',
    does: 'Se conecta, mide la respuesta y compara las migraciones aplicadas con las de esta versión.',
  },
  storage: {
    title: 'Archivos',
    does: 'Escribe un archivo de prueba, lo lee, lo compara y lo borra.',
  },
  queue: {
    title: 'Tareas en segundo plano',
    does: 'Envía una tarea y espera a que alguien la responda.',
  },
  stp: {
    title: 'STP',
    does: 'Pregunta qué instituciones están conectadas. Usa una consulta del límite por hora.',
  },
  mail: {
    title: 'Correo',
    does: 'Envía un correo de prueba a tu dirección.',
  },
  clock: {
    title: 'Reloj',
    does: 'Compara la hora de este servidor con la de la base de datos y la de STP.',
  },
  ledger: {
    title: 'Contabilidad',
    does: 'Revisa que cada peso del libro cuadre con préstamos, órdenes y pagos.',
  },
  process: {
    title: 'Servidor',
    does: 'Mide durante un segundo si el proceso atiende a tiempo, y cuánta memoria usa.',
  },
  contracts: {
    title: 'Contratos firmados',
    does: 'Cuenta los contratos firmados de préstamos ya enviados que aún no tienen sello, y desde cuándo.',
  },
  seal: {
    title: 'Sello de contratos',
    does: 'Abre el certificado con que se sellan los contratos y revisa su vigencia.',
  },
  constancia: {
    title: 'Constancias de conservación',
    does: 'Lee los certificados raíz en que se confía y cuenta los archivos sellados cuya constancia se rechazó o falló.',
  },
  oidc: {
    title: 'Cuentas de la empresa',
    does: 'Pregunta al proveedor de cuentas por sus direcciones y claves.',
  },
}

interface FindingWords {
  text: string
  /** What to do about it. */
  advice: string | null
}

const good = (text: string): FindingWords => ({ text, advice: null })

export const findingWords: Readonly<Record<Finding, FindingWords>> = {
  database_good: good('Responde bien y tiene todas las migraciones.'),
  database_slow: {
    text: 'Responde, pero tarda.',
    advice: 'Revisa la carga de la máquina de la base de datos y la red entre ambas.',
  },
  database_migrations: {
    text: 'Faltan migraciones por aplicar.',
    advice: 'Reinicia el servidor: las aplica al arrancar. Si siguen faltando, revisa su registro.',
  },
  database_failed: {
    text: 'No respondió.',
    advice: 'Revisa que PostgreSQL esté encendido y que DATABASE_URL sea correcta.',
  },
  storage_good: good('Se escribió, se leyó igual y se borró.'),
  storage_differs: {
    text: 'Lo que se leyó no es lo que se escribió.',
    advice: 'No subas documentos: revisa el disco o el almacén S3 antes de seguir.',
  },
  storage_failed: {
    text: 'No se pudo escribir o leer.',
    advice: 'Revisa el espacio y los permisos de DATA_DIR, o las credenciales de STORAGE_URL.',
  },
  queue_good: good('Una tarea fue y volvió a tiempo.'),
  queue_slow: {
    text: 'La tarea volvió, pero tardó.',
    advice: 'Hay muchas tareas en espera o la máquina está ocupada. Vuelve a probar en unos minutos.',
  },
  queue_jobs_fail: {
    text: 'La cola trabaja, pero hay tareas que fallan.',
    advice: 'El detalle técnico dice cuáles. El registro del servidor tiene la causa: busca «job failed».',
  },
  queue_no_answer: {
    text: 'Nadie respondió la tarea.',
    advice: 'Los envíos de dinero y los correos están detenidos: reinicia el servidor y revisa su registro.',
  },
  queue_failed: {
    text: 'No se pudo enviar la tarea.',
    advice: 'La cola vive en la base de datos: prueba primero la base de datos.',
  },
  stp_good: good('Respondió con la lista de instituciones.'),
  stp_closed: {
    text: 'STP no opera de 23:55 a 00:05: no se le preguntó.',
    advice: 'Prueba después de las 00:05.',
  },
  stp_budget: {
    text: 'Quedan pocas consultas de esta hora: se guardan para órdenes urgentes.',
    advice: 'Prueba en la próxima hora. Los envíos y las confirmaciones siguen su curso.',
  },
  stp_no_answer: {
    text: 'STP no respondió o respondió con un error.',
    advice: 'Revisa la red, la VPN y la llave registrada ante STP. Las órdenes esperan y no se duplican.',
  },
  stp_failed: {
    text: 'No se pudo preguntar.',
    advice: 'Revisa STP_URL, STP_QUERY_URL y la llave privada.',
  },
  mail_sent: good('El servidor de correo aceptó el mensaje. Revisa tu bandeja.'),
  mail_kept: {
    text: 'No hay servidor de correo: el mensaje quedó en la carpeta outbox.',
    advice: 'Define SMTP_URL para que las invitaciones y los avisos salgan.',
  },
  mail_failed: {
    text: 'El servidor de correo no aceptó el mensaje.',
    advice: 'Revisa SMTP_URL y MAIL_FROM. Los correos pendientes se reintentan solos.',
  },
  clock_good: good('Los relojes coinciden.'),
  clock_off: {
    text: 'Los relojes no coinciden.',
    advice: 'Activa la sincronización NTP en las máquinas: el corte y los vencimientos dependen de la hora.',
  },
  clock_failed: {
    text: 'No se pudo leer la hora de la base de datos.',
    advice: 'Prueba primero la base de datos.',
  },
  ledger_balanced: good('Cada peso cuadra.'),
  ledger_differs: {
    text: 'El libro y los registros no dicen lo mismo.',
    advice: 'Pausa los envíos de dinero y ejecuta npm run ledger:verify para ver cada diferencia.',
  },
  ledger_failed: {
    text: 'No se pudo terminar la revisión.',
    advice: 'Con muchos préstamos tarda: ejecútala con npm run ledger:verify.',
  },
  process_good: good('Atiende a tiempo.'),
  process_busy: {
    text: 'Tarda en atender.',
    advice: 'La máquina está ocupada. Si sigue así, agrega otro proceso o más CPU.',
  },
  process_failed: { text: 'No se pudo medir.', advice: 'Reinicia el servidor y revisa su registro.' },
  contracts_good: good('Ningún contrato ni constancia espera su sello más de 10 minutos.'),
  contracts_unsealed: {
    text: 'Hay contratos firmados sin sello desde hace más de 10 minutos.',
    advice:
      'Revisa el certificado del sello y su contraseña. El registro del servidor tiene la causa: busca «seal-contract». Se reintenta solo.',
  },
  contracts_letters_unsealed: {
    text: 'Hay constancias de no adeudo o de intereses sin sello desde hace más de 10 minutos.',
    advice:
      'Revisa el certificado del sello y su contraseña. El registro del servidor tiene la causa: busca «seal-letter». Se reintenta solo.',
  },
  contracts_failed: { text: 'No se pudieron contar.', advice: 'Prueba primero la base de datos.' },
  seal_good: good('El certificado abre y está vigente.'),
  seal_own: {
    text: 'Los contratos se sellan con un certificado propio, hecho por este servidor.',
    advice: 'Define CONTRACT_P12 y CONTRACT_P12_PASSPHRASE con el certificado de la financiera.',
  },
  seal_expires: {
    text: 'El certificado vence en menos de 30 días.',
    advice: 'Renueva el certificado, define CONTRACT_P12 con el nuevo y reinicia el servidor.',
  },
  seal_not_valid: {
    text: 'El certificado venció o todavía no está vigente: nadie puede aceptar una oferta.',
    advice: 'Define CONTRACT_P12 con un certificado vigente y reinicia el servidor.',
  },
  seal_failed: {
    text: 'No se pudo abrir el certificado.',
    advice: 'Revisa CONTRACT_P12 y CONTRACT_P12_PASSPHRASE.',
  },
  constancia_good: good('Se comprueba quién firma cada constancia y ninguna se rechazó.'),
  constancia_none: good('No hay una autoridad configurada: los archivos sólo llevan el sello.'),
  constancia_stand_in: {
    text: 'Las constancias son de la autoridad de prueba, que nadie acredita.',
    advice: 'Sirve para la demostración. Define CONSTANCIA_URL y CONSTANCIA_ANCHORS con los de la autoridad.',
  },
  constancia_unchecked: {
    text: 'No se comprueba quién firma las constancias: se guardan como «cadena no comprobada».',
    advice: 'Define CONSTANCIA_ANCHORS con los certificados raíz de la autoridad y reinicia el servidor.',
  },
  constancia_refused: {
    text: 'Hay archivos sellados sin constancia porque la autoridad no la dio o la que dio no es válida.',
    advice:
      'El detalle técnico tiene la última causa. Si la cadena no llega a un certificado raíz, compara CONSTANCIA_ANCHORS con los de la autoridad. Se reintenta solo.',
  },
  constancia_failed: {
    text: 'No se pudieron leer los certificados raíz o contar las constancias.',
    advice: 'Revisa CONSTANCIA_ANCHORS y prueba la base de datos.',
  },
  oidc_good: good('El proveedor de cuentas responde y muestra sus claves.'),
  oidc_none: good('No hay un proveedor configurado: el personal entra con contraseña o llave de acceso.'),
  oidc_other: {
    text: 'En esa dirección responde algo que no es el proveedor de ese nombre.',
    advice: 'Define OIDC_ISSUER como el proveedor lo escribe en su documento de configuración.',
  },
  oidc_failed: {
    text: 'El proveedor de cuentas no respondió.',
    advice:
      'Revisa OIDC_ISSUER y la red hacia el proveedor. Mientras tanto el personal entra con contraseña.',
  },
}

export const stepNames: Readonly<Record<(typeof STEPS)[number], string>> = {
  connect: 'Conectar',
  migrations: 'Leer migraciones',
  write: 'Escribir',
  read: 'Leer',
  remove: 'Borrar',
  send: 'Enviar la tarea',
  answer: 'Esperar la respuesta',
  ask: 'Preguntar',
  deliver: 'Entregar el correo',
  compare_database: 'Leer la hora de la base de datos',
  compare_stp: 'Leer la hora de STP',
  check: 'Revisar el libro',
  sample: 'Medir',
  count: 'Contar',
  open: 'Abrir el certificado',
}

export const factNames: Readonly<Record<(typeof FACTS)[number], { name: string; unit?: string }>> = {
  database_version: { name: 'PostgreSQL' },
  migrations: { name: 'Migraciones aplicadas' },
  size_mb: { name: 'Tamaño', unit: 'MB' },
  connections: { name: 'Conexiones' },
  bytes: { name: 'Archivo de prueba', unit: 'bytes' },
  backup: { name: 'Último respaldo' },
  waiting: { name: 'Tareas en espera' },
  oldest_s: { name: 'La más antigua espera', unit: 's' },
  retrying: { name: 'Tareas que se reintentan' },
  failed_day: { name: 'Tareas fallidas en 24 horas' },
  institutions: { name: 'Instituciones' },
  connected: { name: 'Conectadas ahora' },
  questions: { name: 'Consultas usadas en esta hora' },
  questions_limit: { name: 'Consultas permitidas por hora' },
  address: { name: 'Enviado a' },
  deliveries_failing: { name: 'Avisos que se reintentan' },
  deliveries_given_up: { name: 'Avisos sin entregar en 7 días' },
  deliveries_skipped: { name: 'Avisos que dejaron de ser ciertos en 7 días' },
  database_ms: { name: 'Base de datos adelantada', unit: 'ms' },
  stp_ms: { name: 'STP adelantado (da segundos enteros)', unit: 'ms' },
  checks: { name: 'Comprobaciones' },
  rows: { name: 'Registros revisados' },
  differences: { name: 'Diferencias' },
  loop_ms: { name: 'Demora al atender (p99)', unit: 'ms' },
  memory_mb: { name: 'Memoria', unit: 'MB' },
  unsealed: { name: 'Contratos sin sello' },
  unsealed_since: { name: 'El más antiguo desde' },
  letters_unsealed: { name: 'Constancias sin sello' },
  letters_unsealed_since: { name: 'La más antigua desde' },
  valid_from: { name: 'Vigente desde' },
  valid_until: { name: 'Vigente hasta' },
  anchors: { name: 'Certificados raíz' },
  issuer: { name: 'Proveedor' },
  keys: { name: 'Claves' },
  refused: { name: 'Archivos con constancia rechazada o fallida' },
  refused_since: { name: 'El primero desde' },
  uptime_s: { name: 'Encendido desde hace', unit: 's' },
}
