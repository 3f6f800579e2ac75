/** The type of the session entry for a call without a result. Spec: SV-38. */
export const auditEntryType = "gatehouse.review";

/** The type of the session entry for warnings that nobody could be shown. Spec: SV-3. */
export const warningEntryType = "gatehouse.review-warning";
