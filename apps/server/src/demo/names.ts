export const womenNames = ['Guadalupe', 'Fernanda', 'Lucía', 'Mariana', 'Paola', 'Rosa', 'Daniela', 'Verónica', 'Karla', 'Elena', 'Alejandra', 'Ximena', 'Leticia', 'Norma', 'Silvia'] as const
export const menNames = ['Carlos', 'Miguel', 'Jorge', 'Luis', 'Ricardo', 'Eduardo', 'Fernando', 'Raúl', 'Óscar', 'Héctor', 'Iván', 'Sergio', 'Arturo', 'Gerardo', 'Rubén'] as const
export const surnames = ['Ramírez', 'Hernández', 'García', 'Martínez', 'López', 'González', 'Pérez', 'Sánchez', 'Cruz', 'Flores', 'Gómez', 'Morales', 'Vázquez', 'Reyes', 'Jiménez', 'Torres', 'Mendoza', 'Aguilar', 'Castillo', 'Domínguez', 'Salazar', 'Rojas', 'Núñez', 'Cervantes', 'Carrillo'] as const
export const positions = ['Operador de línea', 'Supervisora de turno', 'Auxiliar de almacén', 'Chofer', 'Enfermera', 'Cajera', 'Técnico de mantenimiento', 'Auxiliar contable', 'Recepcionista', 'Jefe de piso'] as const
export const places = [
  { state: 'Nuevo León', code: 'NL', city: 'Monterrey', neighborhood: 'Mitras Centro', zip_code: '64460' },
  { state: 'Guanajuato', code: 'GT', city: 'León', neighborhood: 'Jardines del Moral', zip_code: '37160' },
  { state: 'Yucatán', code: 'YN', city: 'Mérida', neighborhood: 'Itzimná', zip_code: '97100' },
  { state: 'Puebla', code: 'PL', city: 'Puebla', neighborhood: 'La Paz', zip_code: '72160' },
] as const
/** SPEI code and ABM code. */
export const banks = [
  { spei: '40012', abm: '012' },
  { spei: '40002', abm: '002' },
  { spei: '40072', abm: '072' },
  { spei: '40014', abm: '014' },
  { spei: '40021', abm: '021' },
] as const
