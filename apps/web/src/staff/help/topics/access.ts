import { type Topic, users } from './topic.ts'

export const access: Topic = {
  title: 'Acceso y permisos',
  questions: [
    {
      id: 'roles',
      question: '¿Qué puede hacer cada tipo de usuario?',
      steps: [
        'Administrador (U0): todo; sólo él registra y edita al personal, elimina, sube empresas, reenvía dinero, anula pagos y configura el acceso.',
        'Gerente (U1): revisa, aprueba y rechaza, registra pagos, da de alta trabajadores y empresas, y sube usuarios.',
        'Trabajador (U2): usa la app y ve sólo lo suyo.',
      ],
      words: 'permisos rol u0 u1 u2 administrador gerente',
      screen: users,
    },
    {
      id: 'registrar-personal',
      question: '¿Cómo registro a alguien del personal?',
      steps: [
        'Como administrador, abre Registro.',
        'Escribe su nombre y correo, elige Gerente o Administrador y una contraseña que cumpla las reglas.',
        'Pulsa Registrarse.',
      ],
      words: 'alta gerente administrador cuenta nueva registro',
      screen: { to: '/registro', label: 'Ir a Registro' },
    },
    {
      id: 'contrasena',
      question: 'Alguien olvidó su contraseña',
      steps: [
        'Que pulse «¿Olvidaste tu contraseña?» en la pantalla de inicio y escriba su correo.',
        'Recibe un enlace para elegir una nueva.',
      ],
      note: 'Nadie puede ver la contraseña de otra persona, tampoco administración. A quien nunca entró se le puede enviar su invitación de nuevo desde Usuarios.',
      words: 'password clave recuperar restablecer invitacion',
      screen: users,
    },
    {
      id: 'bloqueada',
      question: 'La cuenta está bloqueada. ¿Cómo se desbloquea?',
      steps: [
        'Se bloquea tras varios intentos fallidos y se abre sola 15 minutos después.',
        'Mientras tanto puede elegir una contraseña nueva con «¿Olvidaste tu contraseña?».',
      ],
      words: 'bloqueo intentos entrar desbloquear',
    },
    {
      id: 'exportar',
      question: '¿Cómo llevo una lista a Excel?',
      steps: [
        'Busca y filtra la lista como la necesitas.',
        'Pulsa Exportar y elige .xlsx o .csv: descarga todo lo filtrado, no sólo la página.',
      ],
      words: 'descargar reporte xlsx csv',
      screen: users,
    },
  ],
}
