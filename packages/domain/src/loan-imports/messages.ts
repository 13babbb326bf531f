/** What people read of the import of loans, by code. */
export const loanImportMessages = {
  'loan_import.not_found': 'No encontramos esa carga de préstamos.',
  'loan_import.too_many_rows':
    'El libro tiene más de 20,000 préstamos o más de 400,000 filas en una hoja. Divídelo en varios.',
  'loan_import.problems':
    'El libro tiene filas por corregir y se importa completo o nada. Revísalo de nuevo para verlas.',
  'loan_import.nothing_new': 'Todos los préstamos del libro ya están importados, sin cambios.',
  'loan_import.cut_off_future': 'El día de corte no puede ser posterior a hoy.',
  'loan_import.not_zip': 'Sube un .zip con los PDF, o un solo PDF, con el folio anterior como nombre.',
  'loan_import.too_many_files':
    'El .zip tiene más de 200 archivos o pesa demasiado al abrirse. Divídelo en varios.',
  'loan.imported': 'El préstamo se importó de otro sistema y no se elimina.',
} as const
