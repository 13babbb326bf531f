import { ManageDrawing, RequestDrawing, WelcomeDrawing } from '../../components/phone/welcome-drawings.tsx'
import { productName } from '../../lib/brand.ts'

/** Introduction slides. */
export const slides = [
  {
    Drawing: WelcomeDrawing,
    title: 'Te damos la bienvenida',
    text: `${productName()} te acompaña entre un pago y el siguiente: tu dinero, claro y a tiempo.`,
  },
  {
    Drawing: RequestDrawing,
    title: 'Solicita en minutos',
    text: 'Elige cuánto y en cuántos meses. Antes de pedirlo ves lo que pagas, el total y las fechas.',
  },
  {
    Drawing: ManageDrawing,
    title: 'Lleva tus pagos al día',
    text: 'Sigue tus créditos y anticipos, firma desde tu teléfono y recibe notificaciones de cada paso.',
  },
] as const
