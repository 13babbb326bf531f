/** The messages of webhooks; part of `messages`. */
export const webhookMessages = {
  'webhook.not_found': 'No encontramos ese destino de avisos.',
  'webhook.url_refused':
    'La dirección debe empezar con https:// y llevar a un servidor público. No se permiten redes privadas.',
  'webhook.too_many': 'Ya hay 20 destinos de avisos. Elimina uno para agregar otro.',
  'webhook.position_unknown': 'Ese número de aviso no existe o ya no se conserva.',
} as const
