// Letters about an agreement: the reminder of the right of withdrawal, and the notice of a change (Directive (EU) 2023/2225 art. 10, 22).
export const notices = {
  withdrawalTitle: 'Reminder of your right of withdrawal',
  concludedOn: 'Agreement concluded on',
  informedLate:
    'You got the standard information on this credit on {day}, less than one day before you were bound. So we remind you that you may withdraw from the credit agreement.',
  notInformed:
    'You did not get the standard information on this credit before you were bound. So we remind you that you may withdraw from the credit agreement.',
  howToWithdraw: 'How to withdraw',
  afterwards: 'What happens then',
  changeTitle: 'Change of your credit agreement',
  changeIntro: 'Your order with the shop was changed, so the agreement on paying it later changes as well.',
  changeFrom: 'In force from',
  changeWhat: 'What changes',
  changeBefore: 'Before',
  changeAfter: 'After',
  changeRest: 'Everything else stays as agreed, the borrowing rate and the charges among it.',
  changeConsent: 'The change follows from the change of your order; no consent of yours is needed besides.',
  changeObject:
    'If you do not agree, or did not want the order changed, write to {name}. You may complain at any time; there is no time limit.',
};
export type NoticeWords = Readonly<Record<keyof typeof notices, string>>;
