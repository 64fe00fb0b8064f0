// Written by `npm run train-risk` (seed 20261120); how good it is, docs/risk-model.md says. Edits here are lost.
// By fact and class: how much it adds for default and for fraud, in thousandths of a logarithm of the odds.
import { withExperts } from './expert-weights.ts';

// biome-ignore format: a table reads by its rows
export const builtInScorecard = withExperts({
  name: 'synthetic-6f0ce478',
  base: { default: -3768, fraud: -6639 },
  weights: {
    'category': {
      'Company': [121, -1152],
    },
    'age': {
      'unknown': [90, 327],
      'up to 21': [610, -359],
      '22 to 25': [406, -75],
      '26 to 35': [83, -95],
      '51 to 65': [-283, 176],
      '66 and more': [-175, -28],
    },
    'customer': {
      'known under 30 days': [235, 1256],
      'known under 180 days': [255, -644],
      'known longer': [124, 1425],
    },
    'paid on time': {
      'once or twice': [-230, -3128],
      '3 to 5 times': [-517, -2618],
      '6 times and more': [-817, -3286],
    },
    'paid late': {
      'once': [513, -2269],
      'twice and more': [690, -1121],
    },
    'dunned': {
      'once': [36, -1269],
      'twice and more': [398, -600],
    },
    'open exposure': {
      'up to a quarter of the limit': [165, 421],
      'up to half of the limit': [589, 862],
      'more than half of the limit': [425, -5],
    },
    'basket against the usual': {
      'as usual': [-241, 462],
      'up to three times': [-16, 735],
      'more than three times': [870, 841],
    },
    'basket against the limit': {
      'up to a third': [345, 816],
      'up to two thirds': [717, 1382],
      'more': [899, 1879],
    },
    'pace of person': {
      'some this week': [562, -497],
      'many today': [104, -286],
      'burst this hour': [113, 802],
    },
    'pace of email': {
      'some this week': [88, 16],
      'many today': [73, 453],
      'burst this hour': [104, 887],
    },
    'pace of phone': {
      'some this week': [-40, 218],
      'many today': [209, 613],
      'burst this hour': [463, 951],
    },
    'pace of ip': {
      'some this week': [188, -789],
      'many today': [-503, -309],
      'burst this hour': [86, 116],
    },
    'pace of address': {
      'some this week': [131, -375],
      'many today': [147, 836],
      'burst this hour': [-230, 750],
    },
    'delivery': {
      'other': [-16, 1530],
      'parcelStation': [-2, 985],
    },
    'speed of delivery': {
      'express': [-109, 1132],
    },
    'digital goods': {
      'a part': [-85, 330],
      'half and more': [221, 788],
    },
    'gift cards': {
      'a part': [-13, 448],
      'a quarter and more': [346, 1497],
    },
    'e-mail': {
      'free': [37, 377],
      'disposable': [902, 2288],
    },
    'name in e-mail': {
      'no': [95, 1041],
    },
    'hour': {
      'by night': [317, 1092],
    },
    'lists': {
      'on the positive list': [-351, -491],
      'like one on the negative list': [962, 1688],
      'on the negative list': [578, 1584],
    },
    'bureau': {
      'silent': [133, 857],
      'limited': [816, -933],
    },
    'likeness': {
      'like another customer': [65, 679],
      'like several customers': [268, 1209],
    },
  },
});

/** The first that looks at nothing which the law keeps out is the one that holds (scorecards.ts). */
// biome-ignore format: a table reads by its rows
export const builtInScorecards = [builtInScorecard, withExperts({
  name: 'synthetic-ab3e3118',
  base: { default: -3711, fraud: -6113 },
  weights: {
    'category': {
      'Company': [86, -1415],
    },
    'customer': {
      'known under 30 days': [240, 1300],
      'known under 180 days': [259, -616],
      'known longer': [122, 1550],
    },
    'paid on time': {
      'once or twice': [-240, -3291],
      '3 to 5 times': [-535, -2809],
      '6 times and more': [-847, -3491],
    },
    'paid late': {
      'once': [534, -2404],
      'twice and more': [744, -1211],
    },
    'dunned': {
      'once': [31, -1284],
      'twice and more': [392, -649],
    },
    'open exposure': {
      'up to a quarter of the limit': [165, 461],
      'up to half of the limit': [591, 1011],
      'more than half of the limit': [416, -5],
    },
    'basket against the usual': {
      'as usual': [-240, 505],
      'up to three times': [-12, 816],
      'more than three times': [874, 914],
    },
    'basket against the limit': {
      'up to a third': [343, 848],
      'up to two thirds': [710, 1447],
      'more': [887, 2094],
    },
    'pace of person': {
      'some this week': [609, -559],
      'many today': [158, -236],
      'burst this hour': [96, 832],
    },
    'pace of email': {
      'some this week': [96, -1],
      'many today': [91, 446],
      'burst this hour': [83, 834],
    },
    'pace of phone': {
      'some this week': [-22, 402],
      'many today': [237, 637],
      'burst this hour': [447, 1015],
    },
    'pace of ip': {
      'some this week': [180, -885],
      'many today': [-492, -312],
      'burst this hour': [88, 221],
    },
    'pace of address': {
      'some this week': [0, -412],
      'many today': [0, 861],
      'burst this hour': [0, 909],
    },
    'delivery': {
      'other': [0, 1541],
      'parcelStation': [0, 1053],
    },
    'speed of delivery': {
      'express': [-106, 1173],
    },
    'digital goods': {
      'a part': [-87, 383],
      'half and more': [217, 820],
    },
    'gift cards': {
      'a part': [-3, 464],
      'a quarter and more': [334, 1575],
    },
    'e-mail': {
      'free': [43, 354],
      'disposable': [932, 2403],
    },
    'hour': {
      'by night': [318, 1175],
    },
    'bureau': {
      'silent': [137, 886],
      'limited': [850, -982],
    },
  },
}, { default: ['age', 'pace of address', 'delivery', 'name in e-mail', 'lists', 'likeness', 'population register', 'address register', 'address'], fraud: ['age', 'name in e-mail', 'lists', 'likeness', 'population register'] })];
