-- Lateness has its own day (loan_falls_overdue), and reminders start from the due dates of installments.
drop index loan_due_soon;
