/** What the server answers to passkeys and to sign-ins at the lender's provider of identities. */
export const signInMessages = {
  passkey_invalid: 'No reconocimos la llave de acceso. Intenta de nuevo o usa tu contraseña.',
  passkey_refused: 'La llave de acceso no se pudo agregar. Intenta de nuevo.',
  'passkey.known': 'Esa llave de acceso ya está agregada.',
  'passkey.not_found': 'No encontramos esa llave de acceso.',
  'oidc.not_configured': 'Aquí no se entra con la cuenta de la empresa.',
  'oidc.unavailable':
    'El sistema de cuentas de tu empresa no responde. Intenta de nuevo en unos minutos o entra con tu contraseña.',
  'oidc.expired': 'Este inicio de sesión venció o ya se usó. Vuelve a empezar.',
  'oidc.refused': 'No pudimos comprobar tu cuenta de la empresa. Vuelve a empezar.',
  'oidc.email_unverified':
    'Tu cuenta de la empresa no tiene un correo verificado. Pide a quien administra esas cuentas que lo verifique.',
  'oidc.no_account':
    'Ninguna persona del personal tiene el correo de tu cuenta de la empresa. Pide a un administrador que te dé de alta con ese correo.',
  'oidc.other_identity':
    'Tu usuario ya está ligado a otra cuenta de la empresa. Pide a un administrador que restablezca tu verificación en dos pasos, y entra de nuevo.',
  'oidc.wrong_group':
    'Los grupos de tu cuenta de la empresa no dan el rol que tienes aquí. Pide a quien administra esas cuentas que los corrija.',
} as const
